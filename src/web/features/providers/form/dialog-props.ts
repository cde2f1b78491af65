/** Adds a provider under another one, or at the top for null; or changes one. */
type ProviderDialogMode =
  | { kind: 'add'; parent: { id: string; name: string } | null }
  | { kind: 'edit'; id: string };

export type ProviderDialogProps = {
  mode: ProviderDialogMode;
  /** Called after saving. The dialog closes itself. */
  onDone: () => void;
  onClose: () => void;
};
