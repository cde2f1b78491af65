import { useCallback, useMemo, useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import type { Selection } from '../../../lists/selection.tsx';
import { inviteAtMost, type Resident } from '../residents-api.ts';
import { nameOr } from '../words.ts';

/** Selected residents without a customer, also on pages of the list that are not shown now. */
export function usePicked() {
  const t = useText();
  const [rows, setRows] = useState<readonly Resident[]>([]);
  const clear = useCallback(() => setRows([]), []);
  const pick = useCallback((those: readonly Resident[], on: boolean) => {
    setRows((before) => {
      const ids = new Set(those.map(({ resident_id }) => resident_id));
      const others = before.filter(({ resident_id }) => !ids.has(resident_id));
      return on ? [...others, ...those].slice(0, inviteAtMost) : others;
    });
  }, []);
  const selection = useMemo(
    (): Selection<Resident> => ({
      can: ({ match }) => match === 'none',
      has: ({ resident_id }) => rows.some((row) => row.resident_id === resident_id),
      pick,
      label: (row) => t('integrations.invite.pick', { resident: nameOr(row, row.resident_id) }),
      all: t('integrations.invite.pickAll'),
    }),
    [t, rows, pick],
  );
  return { rows, clear, selection };
}
