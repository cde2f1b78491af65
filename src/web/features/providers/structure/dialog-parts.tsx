import type { ReactNode } from 'react';
import type { TextFile } from '../../../../domain/i18n/texts.ts';
import type { Read } from '../../../api/use-read.ts';
import { useText, useTexts } from '../../../app/texts.tsx';
import type { ErrorWording } from '../../../forms/errors/form-errors.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import css from './structure.module.css';
import { useBranch, type ProviderBranch } from './structure-api.ts';

/** Props of every dialog about a provider's place in the tree. */
export type StructureDialogProps = {
  provider: { id: string; name: string };
  /** Called when the tree has changed, to read it again. */
  onDone: () => void;
  onClose: () => void;
};

/** Props after the provider was read; `again` reads it again. */
export type AskedProps = StructureDialogProps & { branch: ProviderBranch; again: () => void };

/** Texts of the dialogs. `contacts` has the texts for typing a word. */
const texts: readonly TextFile[] = [
  'providers-structure',
  'providers-undo',
  'organisation-errors',
  'contacts',
  'lists',
  'errors',
  'fields',
  'success',
];

/** Messages of the dialogs if the provider has changed since it was read. */
export const structureErrors: ErrorWording = {
  texts: {
    conflict: ({ fields }) =>
      fields.length > 0 ? fields : [{ field: 'form', message: 'error.provider.changed' }],
    'not-found': 'error.provider.gone',
  },
  fallback: 'providers.structure.failed',
};

/** Reads the provider from the server, and shows the dialog once its texts and the data are loaded. */
export function WithBranch({
  provider,
  title,
  onClose,
  children,
}: Pick<StructureDialogProps, 'provider' | 'onClose'> & {
  title: (name: string) => string;
  children: (branch: ProviderBranch, again: Read<ProviderBranch>['retry']) => ReactNode;
}) {
  const ready = useTexts(texts);
  const read = useBranch(provider.id);
  if (!ready) return null;
  if (read.data !== undefined) return children(read.data, read.retry);
  return (
    <Modal open onClose={onClose} title={<OwnWords>{title(provider.name)}</OwnWords>}>
      <Loaded read={read}>{() => null}</Loaded>
    </Modal>
  );
}

/** Dialog that only shows a message. */
export function SayingDialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}) {
  const t = useText();
  return (
    <Modal
      open
      onClose={onClose}
      title={<OwnWords>{title}</OwnWords>}
      foot={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      <div className={css.said}>{children}</div>
    </Modal>
  );
}

/** Several counts under a heading; zero counts are left out. */
export function Counts({ heading, items }: { heading: string; items: readonly (string | null)[] }) {
  const said = items.filter((item) => item !== null);
  return said.length === 0 ? null : (
    <div>
      <p>{heading}</p>
      <ul className={css.counts}>
        {said.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </div>
  );
}
