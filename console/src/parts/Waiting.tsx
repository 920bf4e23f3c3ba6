/** A placeholder while a record loads. */
export function RecordWaiting() {
  return (
    <section class="card paper waiting" aria-hidden="true">
      <dl class="facts">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index}>
            <dt>
              <span class="skeleton" />
            </dt>
            <dd>
              <span class="skeleton" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
