import { lazy, Suspense, useRef, useState } from 'react';
import { isFormKept } from '../../../forms/unsaved/kept-words.ts';
import { rescueFocus } from '../../../ui/rescue-focus.ts';
import type { AddKind, AddValues } from './add-dialog.tsx';
import type { AskedContact } from '../contacts-api.ts';
import { SentDialog } from './sent-dialog.tsx';
import type { Suggestion } from './suggestions-api.ts';

const kinds: readonly AddKind[] = ['contact', 'sdm'];

const AddDialog = lazy(() => import('./add-dialog.tsx'));

/**
 * Adds a contact (TC-03, TC-07): `opens` is for the buttons that open the form, `adds` for the buttons that add a suggested
 * contact, and `dialogs` must be rendered somewhere on the page. First the form is shown, then the confirmation that the request
 * was sent. The typed text stays until then, even if the form is closed by mistake.
 */
export function useAddContact({ choosesFiles = false }: Pick<AddContactProps, 'choosesFiles'> = {}) {
  // Restores the text that was typed when the session ended.
  const [kind, setKind] = useState(() => kinds.find((each) => isFormKept(`add-${each}`)));
  const [suggestion, setSuggestion] = useState<Suggestion>();
  const opener = useRef<HTMLElement>(null);
  const opens = (opened: AddKind) => ({
    'aria-haspopup': 'dialog' as const,
    onClick({ currentTarget }: { currentTarget: HTMLElement }) {
      opener.current = currentTarget;
      setKind(opened);
    },
  });
  const adds = (suggested: Suggestion) => ({
    onClick({ currentTarget }: { currentTarget: HTMLElement }) {
      opener.current = currentTarget;
      setSuggestion(suggested);
      setKind('contact');
    },
  });
  const close = () => {
    setKind(undefined);
    setSuggestion(undefined);
    // The second dialog was opened from the first, which is gone; the button may be gone too, with the hint around it.
    rescueFocus(() =>
      opener.current?.isConnected ? opener.current : document.querySelector<HTMLElement>('#main h1'),
    );
  };
  const dialogs = (
    <AddContact kind={kind} suggestion={suggestion} choosesFiles={choosesFiles} onClose={close} />
  );
  return { opens, adds, dialogs };
}

/** Returns the values of the form for a suggested contact: the person confirms the contact's permission themselves. */
function valuesOf({ id: _, suggested_by: __, ...facts }: Suggestion): AddValues {
  return { ...facts, permissionConfirmation: false };
}

type AddContactProps = {
  kind: AddKind | undefined;
  suggestion?: Suggestion | undefined;
  onClose: () => void;
  /** Whether the last dialog has a link to what the new contact can see. */
  choosesFiles?: boolean;
};

function AddContact({ kind, suggestion, onClose, choosesFiles = false }: AddContactProps) {
  const typed = useRef<Partial<Record<AddKind, AddValues>>>({});
  const [sent, setSent] = useState<AskedContact>();
  if (sent) {
    const close = () => {
      setSent(undefined);
      onClose();
    };
    return <SentDialog contact={sent} choosesFiles={choosesFiles} onClose={close} />;
  }
  if (!kind) return null;
  return (
    <Suspense>
      <AddDialog
        kind={kind}
        suggestionId={suggestion?.id}
        typed={suggestion ? valuesOf(suggestion) : typed.current[kind]}
        onSent={(contact) => {
          typed.current = {};
          setSent(contact);
        }}
        onClose={(values) => {
          if (!suggestion) typed.current[kind] = values;
          onClose();
        }}
      />
    </Suspense>
  );
}
