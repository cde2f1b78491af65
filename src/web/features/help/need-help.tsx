import type { ReactNode } from 'react';
import '../../ui/drawings/more-icons.ts';
import { roleOf } from '../../app/person.ts';
import { useSession } from '../../app/session.tsx';
import { telephoneHref } from '../../../domain/i18n/site.ts';
import { site } from '../../app/site.ts';
import { useText } from '../../app/texts.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import css from './help.module.css';
import { questionsFor } from './questions.ts';
import { WriteForm } from './write-form.tsx';

/** Help for everyone, signed in or not: questions and answers, contact details, and a form to write to us (GAP-22). */
export function Page(): ReactNode {
  const t = useText();
  const user = useSession();
  return (
    <div className={classNames(css.page, !user && css.visitor)}>
      <PageTitle>{t('help.title')}</PageTitle>
      <p className="lead">{t('help.lead')}</p>
      <div className={`notice ${css.emergency}`}>
        <Icon name="phone" />
        <div>
          <b>{t('help.emergency.title')}</b>
          <p>{t('help.emergency.body')}</p>
        </div>
      </div>
      <div className={`two-col ${css.columns}`}>
        <section aria-labelledby="questions">
          <h2 id="questions">{t('help.qa.title')}</h2>
          <div className={css.questions}>
            {questionsFor(user ? roleOf(user) : undefined).map(({ id, question, answer }) => (
              <Disclosure key={id} summary={t(question)}>
                <p>{t(answer)}</p>
              </Disclosure>
            ))}
          </div>
        </section>
        <Contact />
        <section className={css.write} aria-labelledby="write">
          <h2 id="write">{t('help.form.title')}</h2>
          <WriteForm key={user?.id ?? 'visitor'} user={user} />
        </section>
      </div>
      <p className={classNames('small', css.licences)}>
        {/* A page of the server, without script. */}
        <a href="/licences">{t('help.licences')}</a>
      </p>
    </div>
  );
}

function Contact() {
  const t = useText();
  return (
    <section className={css.contact} aria-labelledby="contact">
      <h2 id="contact">{t('help.contact.title')}</h2>
      <p>
        <a href={telephoneHref(site.helpPhone)} className={css.way}>
          {t('help.contact.phone')}
        </a>
        <span className="quiet">{t('help.contact.hours')}</span>
      </p>
      <p>
        <a href={`mailto:${site.helpEmail}`} className={css.way}>
          {t('help.contact.email')}
        </a>
      </p>
      <p className="small">{t('help.contact.interpreter')}</p>
      <p className="small">{t('help.contact.relay')}</p>
    </section>
  );
}
