import { useState } from 'react';
import { useText } from '../../app/texts.tsx';
import { Modal } from '../../ui/dialogs/modal.tsx';
import { Checkbox } from '../../ui/fields/choices.tsx';
import { setUsesSingleKeys, usesSingleKeys } from '../../ui/keyboard/single-keys.ts';
import css from '../lists.module.css';

export type KeysDialogProps = {
  /** The kind of list: its rows are in a table, or in a tree with levels that open. */
  kind: 'table' | 'tree';
  onClose: () => void;
};

/** The keys of a list, and the setting that switches single keys off in this browser. */
export function KeysDialog({ kind, onClose }: KeysDialogProps) {
  const t = useText();
  const [isOn, setIsOn] = useState(usesSingleKeys);
  const ofKind =
    kind === 'table'
      ? [
          ['Enter', t('lists.keys.open')],
          ['x', t('lists.keys.pick')],
        ]
      : [
          ['→ ←', t('lists.keys.level')],
          ['Enter', t('lists.keys.toggle')],
        ];
  const keys = [
    ['↓ ↑', t('lists.keys.move')],
    ...ofKind,
    ['/', t('lists.keys.find')],
    ['?', t('lists.keys.help')],
  ];
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
