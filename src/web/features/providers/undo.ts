import { useText } from '../../app/texts.tsx';
import { showSnackbar, showSnackbarWith } from '../../ui/messages/snackbars.ts';

/**
 * Returns a function that confirms a change of a provider, with Undo if there is one. Undo names the state that the change made, so
 * it is refused after another change. `onDone` is called after Undo, also if it was refused.
 */
export function useConfirmed({
  provider,
  onDone,
}: {
  provider: { name: string };
  onDone: () => void;
}): (done: string, undo: (() => Promise<unknown>) | undefined) => void {
  const t = useText();
  const named = { provider: provider.name };
  return (done, undo) => {
    if (!undo) return void showSnackbar(done);
    const run = () => {
      undo()
        .then(
          () => showSnackbar(t('providers.undone', named)),
          () => showSnackbar(t('providers.notUndone', named), 'problem'),
        )
        .finally(onDone);
    };
    return showSnackbarWith({ words: t('providers.undo'), run }, done);
  };
}
