import type { ReactNode } from 'react';
import type { TextFile } from '../../../../domain/i18n/texts.ts';
import type { Read } from '../../../api/use-read.ts';
import { useText, useTexts } from '../../../app/texts.tsx';
import type { ErrorWording } from '../../../forms/form-errors.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../ui/own-words.tsx';
import css from './structure.module.css';
import { useBranch, type ProviderBranch } from './structure-api.ts';

/** What every dialog about a provider's place in the tree is given. */
export type StructureDialogProps = {
  provider: { id: string; name: string };
  /** The tree is not as it was: it is read again. */
  onDone: () => void;
  onClose: () => void;
};

/** The same once the provider was read; `again` reads it again. */
export type AskedProps = StructureDialogProps & { branch: ProviderBranch; again: () => void };

/** What the dialogs say. `contacts` has the words for typing a word. */
const texts: readonly TextFile[] = [
  'providers-structure',
  'organisation-errors',
  'contacts',
  'lists',
  'errors',
  'fields',
  'success',
];

/** What the dialogs say when the provider is not as it was read. */
export const structureErrors: ErrorWording = {
  texts: {
    conflict: ({ fields }) =>
      fields.length > 0 ? fields : [{ field: 'form', message: 'error.provider.changed' }],
    'not-found': 'error.provider.gone',
  },
  fallback: 'providers.structure.failed',
};

/** Reads the provider as it is now, and shows the dialog once its words and the answer are there. */
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

/** A dialog that only says something. */
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

/** How many there are of several things, under a heading; those of which there are none are left out. */
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
