import { planTexts } from '../../../../../domain/menu/plan-texts.ts';
import { useText, useTexts } from '../../../../app/texts.tsx';
import { Button } from '../../../../ui/buttons/button.tsx';
import { Modal } from '../../../../ui/dialogs/modal.tsx';
import { Loaded } from '../../../../ui/messages/loaded.tsx';
import { Spinner } from '../../../../ui/messages/spinner.tsx';
import { Compared } from '../../../acp/api.ts';
import type { Customer } from '../customer-api.ts';
import { useOpenedPlan } from '../use-opened-plan.ts';

/** Versions to compare, by their numbers; a missing number means the plan in force. */
type Pair = { customer: Customer; before?: number | undefined; now?: number | undefined };

/** Two versions of a customer's plan side by side. This opens both, which is recorded. */
export function CompareDialog({ onClose, ...pair }: Pair & { onClose: () => void }) {
  const t = useText();
  return (
    <Modal
      open
      width={780}
      onClose={onClose}
      title={t('versions.compare.title')}
      foot={
        <Button variant="two" onClick={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <ComparedVersions {...pair} />
    </Modal>
  );
}

/** Changes from one version to the other. */
export function ComparedVersions({ customer, before, now }: Pair) {
  const ready = useTexts([...planTexts, 'plan', 'versions']);
  const old = useOpenedPlan(customer, { version: before });
  const next = useOpenedPlan(customer, { version: now });
  if (!ready) return <Spinner />;
  return (
    <Loaded read={old}>
      {(from) => <Loaded read={next}>{(to) => <Compared before={from} now={to} />}</Loaded>}
    </Loaded>
  );
}
