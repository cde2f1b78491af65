import { useMemo } from 'react';
import type { activeResidentList } from '../../../../domain/lists/definitions/integrations.ts';
import { useText } from '../../../app/texts.tsx';
import type { Column } from '../../../lists/list-table.tsx';
import css from '../integrations.module.css';
import type { Resident } from '../residents-api.ts';
import { nameOr } from '../words.ts';
import { Born, MatchCell, PlanCell, ResidentName } from './cells.tsx';
import { SendButton } from './send-button.tsx';

type ResidentColumn = Column<typeof activeResidentList, Resident>;

/** Dialog that a button of a row opens. */
export type RowAction = 'compare' | 'unlink' | 'invite';

type ColumnsOptions = {
  providerId: string;
  isPlatform: boolean;
  open: (action: RowAction, resident: Resident) => void;
  onChanged: () => void;
};

/** Returns the columns of the residents. */
export function useColumns({
  providerId,
  isPlatform,
  open,
  onChanged,
}: ColumnsOptions): [ResidentColumn, ...ResidentColumn[]] {
  const t = useText();
  return useMemo(
    () => [
      {
        title: t('integrations.residents.col.name'),
        cell: (resident) => <ResidentName resident={resident} />,
      },
      {
        title: t('integrations.residents.col.born'),
        cell: ({ birth_date }) => <Born date={birth_date} />,
      },
      {
        title: t('integrations.residents.col.customer'),
        cell: (resident) => <MatchCell resident={resident} isPlatform={isPlatform} />,
      },
      {
        title: t('integrations.residents.col.plan'),
        cell: ({ plan, match }) => <PlanCell plan={plan} isLinked={match === 'linked'} />,
      },
      {
        title: t('integrations.residents.col.action'),
        quietTitle: true,
        inCards: 'foot',
        cell: (resident) => (
          <span className={css.rowActions}>
            {resident.match === 'linked' ? (
              <>
                <SendButton providerId={providerId} resident={resident} onDone={onChanged} />
                <RowButton action="unlink" resident={resident} open={open} />
              </>
            ) : (
              <>
                <RowButton action="compare" resident={resident} open={open} />
                {resident.match === 'none' && <RowButton action="invite" resident={resident} open={open} />}
              </>
            )}
          </span>
        ),
      },
    ],
    [t, providerId, isPlatform, open, onChanged],
  );
}

const words = {
  compare: { word: 'integrations.link.compare', of: 'integrations.link.compareThem' },
  unlink: { word: 'integrations.unlink.action', of: 'integrations.unlink.of' },
  invite: { word: 'integrations.invite.button', of: 'integrations.invite.of' },
} as const satisfies Record<RowAction, unknown>;

function RowButton({
  action,
  resident,
  open,
}: { action: RowAction; resident: Resident } & Pick<ColumnsOptions, 'open'>) {
  const t = useText();
  const { word, of } = words[action];
  return (
    <button
      type="button"
      className="mini"
      aria-haspopup="dialog"
      aria-label={t(of, { resident: nameOr(resident, resident.resident_id) })}
      onClick={() => open(action, resident)}
    >
      {t(word)}
    </button>
  );
}
