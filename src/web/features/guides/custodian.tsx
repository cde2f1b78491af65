import { copyHolderOf } from '../../../domain/contacts/copy-holder.ts';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { ApiError } from '../../api/errors.ts';
import { useText } from '../../app/texts.tsx';
import { useAction } from '../../forms/use-action.ts';
import { usePlanContacts } from '../../plan-view/plan-contacts.ts';
import { Button, type StateWords } from '../../ui/buttons/button.tsx';
import { Loaded } from '../../ui/messages/loaded.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import css from './guides.module.css';

/**
 * The two facts for which the form of My Health Record asks, to copy: who holds a copy of the plan, and whom to call. Substitute
 * decision makers are first among the contacts.
 */
export function Custodian() {
  const t = useText();
  return (
    <Loaded read={usePlanContacts()}>
      {(contacts) => {
        const holder = copyHolderOf(contacts);
        if (!holder) return <p className="small quiet">{t('health.record.custodian.none')}</p>;
        return (
          <div className={css.custodian}>
            <Fact
              label="health.record.custodian.name"
              copy="health.record.custodian.copyName"
              value={holder.name}
            />
            <Fact
              label="health.record.custodian.phone"
              copy="health.record.custodian.copyPhone"
              value={holder.phone}
            />
          </div>
        );
      }}
    </Loaded>
  );
}

const copyWords: StateWords = {
  pending: 'common.copied',
  complete: 'common.copied',
  error: 'common.tryAgain',
};

type FactProps = { label: PlainTextKey; copy: PlainTextKey; value: string };

function Fact({ label, copy, value }: FactProps) {
  const t = useText();
  const { state, run } = useAction(
    () => navigator.clipboard.writeText(value).catch(() => Promise.reject(new ApiError('general_error'))),
    { resetMs: 2500 },
  );
  return (
    <div>
      <p>
        <span>{t(label)}</span>
        <b>
          <OwnWords>{value}</OwnWords>
        </b>
      </p>
      <Button variant="text" icon="copy" state={state} words={copyWords} keepsRoom onClick={() => void run()}>
        {t(copy)}
      </Button>
    </div>
  );
}
