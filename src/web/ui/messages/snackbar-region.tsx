import { useEffect, useState } from 'react';
import { useText } from '../../app/texts.tsx';
import { Icon } from '../drawings/icon.tsx';
import { shieldBehind } from '../layers/shield.ts';
import { closeSnackbar, useSnacks, type Snack } from './snackbars.ts';

/** Region for messages: bottom centre, above everything, also above a dialog. The shell contains one. */
export function SnackbarRegion() {
  const snacks = useSnacks();
  // React Aria keeps elements with this attribute reachable while a dialog is open.
  return (
    <div className="snacks" role="status" data-react-aria-top-layer="true">
      {snacks.map((snack) => (
        <SnackView key={snack.id} snack={snack} />
      ))}
    </div>
  );
}

function SnackView({ snack }: { snack: Snack }) {
  const t = useText();
  const [held, setHeld] = useState(false);
  const { id, showMs } = snack;
  const close = () => {
    shieldBehind();
    closeSnackbar(snack.id);
  };
  useEffect(() => {
    if (held) return undefined;
    const timer = setTimeout(() => closeSnackbar(id), showMs);
    return () => clearTimeout(timer);
  }, [held, id, showMs]);
  return (
    <div
      className="snack"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon name={snack.kind === 'done' ? 'circle-check' : 'circle-alert'} />
      <span>{snack.words}</span>
      {snack.action && (
        <button
          type="button"
          className="does"
          onClick={() => {
            close();
            snack.action?.run();
          }}
        >
          {snack.action.words}
        </button>
      )}
      <button type="button" aria-label={t('common.close')} onClick={close}>
        <Icon name="close" />
      </button>
    </div>
  );
}
