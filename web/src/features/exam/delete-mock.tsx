import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";

type Props = {
  /** The id of what names the mock. */
  of: string;
  onDelete: () => void;
};

/** Deletes a mock with all that was said and noted in it, once that is confirmed. */
export function DeleteMock({ of, onDelete }: Props) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button voice="quiet" aria-describedby={of} onClick={() => setAsking(true)}>
        Delete
      </Button>
      {asking && (
        <Dialog
          title="Delete this mock exam?"
          onDismiss={() => setAsking(false)}
          actions={
            <>
              <Button voice="ink" onClick={() => setAsking(false)}>
                Keep it
              </Button>
              <Button
                voice="danger"
                onClick={() => {
                  setAsking(false);
                  onDelete();
                }}
              >
                Delete
              </Button>
            </>
          }
        >
          <p>
            What you said in it is removed from this browser, and from others as soon as they learn of it; its markings
            are removed from your account. There is no way back.
          </p>
        </Dialog>
      )}
    </>
  );
}
