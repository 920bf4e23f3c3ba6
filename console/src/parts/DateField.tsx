// A field for a date in the past. The browser's own date field works with keyboards and on phones.
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { dateProblem, isDate, today } from "./dates";
import { Field, FieldProblem } from "./Field";
import type { FieldProps } from "./Field";

function DateInput({ id, spec, value, onValue, error, autofocus }: FieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const check = () => setProblem(input.current ? dateProblem(input.current) : "");
  // The form is not sent while there is a problem.
  useLayoutEffect(() => input.current?.setCustomValidity(input.current && dateProblem(input.current)));
  const about = `${id}-problem`;
  return (
    <div class={`field ${spec.span ?? ""}`}>
      <label for={id}>
        {spec.label}
        {!spec.fact.required && <span class="optional"> (optional)</span>}
      </label>
      <input
        ref={input}
        id={id}
        name={spec.member}
        type="date"
        max={today()}
        required={spec.fact.required}
        autofocus={autofocus}
        aria-invalid={error !== null || problem !== ""}
        aria-describedby={error || problem ? about : undefined}
        value={value}
        onInput={({ currentTarget }) => {
          currentTarget.setCustomValidity("");
          onValue(currentTarget.value);
          currentTarget.setCustomValidity(dateProblem(currentTarget));
          // A sentence that is shown already follows the typing.
          if (problem) check();
        }}
        onBlur={({ currentTarget }) => {
          // A field that was only passed is no mistake yet.
          if (currentTarget.value !== "" || currentTarget.validity.badInput) check();
        }}
        onInvalid={(event) => {
          // The sentence is beside the field, so that the browser's own is not needed.
          event.preventDefault();
          check();
          if (event.currentTarget.form?.querySelector(":is(input, select, textarea):invalid") === event.currentTarget) {
            event.currentTarget.focus();
          }
        }}
      />
      {problem ? (
        <p class="field-problem" id={about} role="alert">
          {problem}
        </p>
      ) : (
        <FieldProblem id={about} error={error} label={spec.label} />
      )}
    </div>
  );
}

/** The API takes any text as a date. One that is no date stays as it is, in a field for text. */
export function DateField(props: FieldProps) {
  const [isText] = useState(props.value !== "" && !isDate(props.value));
  return isText ? <Field {...props} /> : <DateInput {...props} />;
}
