import { useState } from 'react';
import { useText } from '../../app/texts.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Checkbox } from '../../ui/fields/choices.tsx';
import { setUsesSingleKeys, usesSingleKeys } from '../../ui/keyboard/single-keys.ts';
import css from '../lists.module.css';

export type KeysDialogProps = { onClose: () => void };

/** The keys of a list, and the setting that switches single keys off in this browser. */
export function KeysDialog({ onClose }: KeysDialogProps) {
  const t = useText();
  const [isOn, setIsOn] = useState(usesSingleKeys);
  const keys = [
    ['↓ ↑', t('lists.keys.move')],
    ['Enter', t('lists.keys.open')],
    ['x', t('lists.keys.pick')],
    ['/', t('lists.keys.find')],
    ['?', t('lists.keys.help')],
  ] as const;
  return (
    <Modal open onClose={onClose} title={t('lists.keys.title')} lead={t('lists.keys.lead')}>
      <dl className={css.keys}>
        {keys.map(([key, words]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        name="single-keys"
        label={t('lists.keys.single')}
        checked={isOn}
        onChange={(uses) => {
          setIsOn(uses);
          setUsesSingleKeys(uses);
        }}
      />
    </Modal>
  );
}
