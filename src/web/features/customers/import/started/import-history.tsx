import { melbourneTime } from '../../../../../domain/fields.ts';
import { useShortDate } from '../../../../app/dates.ts';
import { useText } from '../../../../app/texts.tsx';
import { mapRead } from '../../../../api/use-read.ts';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { OwnWords } from '../../../../ui/words/own-words.tsx';
import { useImports } from '../import-api.ts';
import { WaitingInvitations } from './waiting-invitations.tsx';
import css from '../import.module.css';

type ImportHistoryProps = { providerId: string; onOpen: (importId: string) => void };

/** Earlier imports of a provider, each with its result. */
export function ImportHistory({ providerId, onOpen }: ImportHistoryProps) {
  const t = useText();
  const shortDate = useShortDate();
  const read = mapRead(useImports(providerId), ({ getCustomerImports }) => getCustomerImports.data);
  return (
    <section className={css.history}>
      <h3>{t('import.history')}</h3>
      <Loaded read={read}>
        {(imports) =>
          imports.length === 0 ? (
            <p className="quiet">{t('import.historyEmpty')}</p>
          ) : (
            <ul>
              {imports.map(({ id, name, state, done, total, invitations, imported_by, created_at }) => (
                <li key={id}>
                  <Button variant="text" onClick={() => onOpen(id)}>
                    <OwnWords>{t('import.history.open', { file: name })}</OwnWords>
                  </Button>
                  <span className="small quiet">
                    <OwnWords>
                      {t('import.result.list', {
                        file: name,
                        date: shortDate(created_at),
                        time: melbourneTime(new Date(created_at)),
                        actor: imported_by ?? t('import.removed'),
                      })}
                    </OwnWords>{' '}
                    {state === 'running'
                      ? t('import.state.running')
                      : t('success.importDone', { done, total })}
                    {invitations === 'taken_back' && ` ${t('import.result.takenBack')}`}
                  </span>
                  {invitations === 'waiting' && (
                    <WaitingInvitations id={id} due={null} done={done} onChanged={() => {}} />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
