/** Keeps the room of a record that is on its way. */
export function RecordWaiting() {
  return (
    <section class="card paper waiting" aria-hidden="true">
      <dl class="facts">
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index}>
            <dt>
              <span class="bone" />
            </dt>
            <dd>
              <span class="bone" />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
