import type { ProviderNode } from './tree-api.ts';
import type { ProviderAction } from './tree-actions.ts';
import { actionLoaders, newLoaders, type ProviderDialogs } from './use-provider-dialogs.tsx';
import type { Tree } from './use-tree.ts';

type Named = { id: string; name: string };
type NewProvider = keyof typeof newLoaders;

type ProviderActions = {
  onAction: (action: ProviderAction, provider: ProviderNode) => void;
  onNew: (how: NewProvider, parent: Named | null) => void;
};

/** Opens the dialogs of providers, and reads the tree again after a change. */
export function useProviderActions({
  tree,
  open,
  onDone: readTotals,
}: Pick<ProviderDialogs, 'open'> & { tree: Tree; onDone: () => void }): ProviderActions {
  const again = () => {
    tree.read.retry();
    readTotals();
  };
  const onNew = (how: NewProvider, parent: Named | null) =>
    open(async ({ onClose }) => newLoaders[how]({ parent, onClose, onDone: again }));
  return {
    onNew,
    onAction(action, node) {
      const provider = { id: node.id, name: node.name };
      if (action === 'add') return onNew('add', provider);
      const onDone = () => {
        // The branch that was shown by itself is gone.
        if (action === 'delete' && tree.view.under === node.id) tree.show({ under: node.parent_id });
        again();
      };
      open(async ({ onClose }) => actionLoaders[action]({ provider, onClose, onDone }));
    },
  };
}
