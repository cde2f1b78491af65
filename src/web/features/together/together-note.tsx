import { useSession } from '../../app/session.tsx';
import { site } from '../../app/site.ts';
import { useText, useTexts } from '../../app/texts.tsx';
import { OwnWords } from '../../ui/words/own-words.tsx';
import css from './together.module.css';

/** Sentence before the signature: staff beside the customer help, and only the customer can sign (N-08). Nothing in other sessions. */
export function TogetherNote() {
  const t = useText();
  const together = useSession()?.together;
  const ready = useTexts(['login-as-customer']);
  if (!together || !ready) return null;
  const { staff_name: staff, organisation } = together;
  return (
    <p className={css.note}>
      <OwnWords>{t('lac.together.sign', { staff, organisation: organisation ?? site.companyName })}</OwnWords>
    </p>
  );
}
