import { useNavigate } from '@tanstack/react-router';
import { useText, useTexts } from '../../app/texts.tsx';
import { useSession } from '../../app/session.tsx';
import { ChoosePlanDialog, payingTexts } from './choose-plan-dialog.tsx';
import { useDoneDialog } from './use-done-dialog.tsx';

/** The Choose plan modal instead of the page of trusted contacts, which opens after payment (DASH-15). */
export function ContactsPaywall({ onClose }: { onClose: () => void }) {
  const ready = useTexts([...payingTexts, 'billing']);
  return ready ? <Paywall onClose={onClose} /> : null;
}

function Paywall({ onClose }: { onClose: () => void }) {
  const t = useText();
  const email = useSession()?.email ?? '';
  const navigate = useNavigate();
  const done = useDoneDialog({ after: () => void navigate({ to: '/trusted-contacts' }) });
  const paid = () => done.say({ title: t('billing.done.title'), body: t('billing.done.pay', { email }) });
  return done.dialog ?? <ChoosePlanDialog reason="contacts" onPaid={paid} onClose={onClose} />;
}
