import { useEffect } from 'react';
import { longDate, melbourneDate } from '../../../../domain/fields.ts';
import { useMay } from '../../../app/allowed.tsx';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { Spinner } from '../../../ui/messages/spinner.tsx';
import type { Plan } from '../../../plan-view/plan.ts';
import { QuestionFrame, StepHeading } from './question-frame.tsx';
import css from '../questionnaire.module.css';
import { SuggestContact, Suggestions, useAddContact, useContacts, type Contact } from '../../contacts/api.ts';
import { useNavigation } from './use-navigation.ts';
import { useStepList } from '../../../plan-view/steps/use-step-list.ts';

/**
 * Step about trusted contacts: their number, the unanswered requests, and adding one, such as the substitute decision maker
 * (QSTEP8-01 to QSTEP8-04, GAP-36).
 */
export default function ContactsStep({ plan, editing }: { plan: Plan; editing: boolean }) {
  const t = useText();
  const going = useNavigation(plan, 'step8', editing);
  const steps = useStepList(plan, 'step8', plan.answers, editing);
  const mayChange = useMay('contacts.change');
  const { opens, adds, dialogs } = useAddContact();
  return (
    <QuestionFrame steps={steps} current="step8">
      <StepHeading step="step8" steps={steps} title="step8.title" lead="step8.hint" />
      <div className={css.intro}>
        <Disclosure summary={t('common.why')}>{t('step8.why')}</Disclosure>
      </div>
      <Suggestions adds={adds} />
      <Contacts />
      {mayChange ? (
        <div className={css.addContacts}>
          <Button variant="two" icon="plus" {...opens('sdm')}>
            {t('step8.addSdm')}
          </Button>
          <Button variant="two" icon="plus" {...opens('contact')}>
            {t('contacts.page.add')}
          </Button>
        </div>
      ) : (
        <SuggestContact />
      )}
      {dialogs}
      <section className={css.about} aria-labelledby="about-sdm">
        <h2 id="about-sdm">{t('step8.sdm.title')}</h2>
        <p>{t('step8.sdm.body')}</p>
        <p>{t('step8.sdm.notLegal')}</p>
      </section>
      <div className="qend">
        <Button onClick={going.next}>{t('common.continue')}</Button>
        <Button variant="two" onClick={going.back}>
          {t('common.back')}
        </Button>
        <Button variant="two" onClick={going.skip}>
          {t('common.skip')}
        </Button>
      </div>
    </QuestionFrame>
  );
}

function Contacts() {
  const t = useText();
  const { data: contacts, failed, retry } = useContacts();
  const isFailed = failed !== undefined;
  useEffect(() => {
    if (isFailed) showSnackbar(t('step8.loadError'), 'problem');
  }, [isFailed, t]);
  if (isFailed) {
    return (
      <div className={css.failed} role="alert">
        <p>{t('step8.loadError')}</p>
        <Button variant="two" icon="renew" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  if (!contacts) return <Spinner />;
  const pending = contacts.filter(({ status }) => status === 'pending');
  return (
    <section className="card" aria-labelledby="contact-count">
      <h2 id="contact-count">{t('step8.count', { count: contacts.length })}</h2>
      <h3 className={css.pendingTitle}>{t('step8.pending.title')}</h3>
      {pending.length === 0 ? (
        <p className="quiet">{t('step8.pending.none')}</p>
      ) : (
        <PendingList contacts={pending} />
      )}
    </section>
  );
}

function PendingList({ contacts }: { contacts: readonly Contact[] }) {
  const t = useText();
  const language = useLanguage();
  return (
    <>
      <p className="quiet">{t('step8.pending.explain')}</p>
      <ul className={css.pending}>
        {contacts.map(({ id, name, asked_at }) => (
          <li key={id}>
            <Icon name="mail" />
            {t('step8.pending.item', { name, date: longDate(melbourneDate(new Date(asked_at)), language) })}
          </li>
        ))}
      </ul>
    </>
  );
}
