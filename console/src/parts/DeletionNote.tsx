/** The server keeps what is deleted for 30 days, unless its operator has chosen another time. */
export function DeletionNote() {
  return (
    <p class="about">
      For a limited time, usually 30 days, a key with the scope admin can bring it back from the activity. Otherwise it
      is gone.
    </p>
  );
}
