import { Link } from '@tanstack/react-router';
import { dollars } from '../../../../domain/billing/money.ts';
import { paymentPlans } from '../../../../domain/billing/payment-plan.ts';
import type { PlainTextKey } from '../../../../domain/i18n/texts.ts';
import { useText } from '../../../app/texts.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { HelpLine } from '../../../ui/help-line.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import emergencyPage from './emergency-page.webp';
import css from './visitor.module.css';

/**
 * First page, for visitors: what Wattle is for, what it costs, who can see a plan, and how to begin (DASH-01, DASH-03). It has none
 * of the actions of a person's dashboard (DASH-02).
 */
export function VisitorDashboard() {
  return (
    <div className={css.page}>
      <Hero />
      <InThreeSteps />
      <Questions />
      <Foot />
    </div>
  );
}

function Hero() {
  const t = useText();
  return (
    <section className={css.hero}>
      <div>
        <PageTitle>{t('dash.visitor.title')}</PageTitle>
        <p className="lead">{t('dash.visitor.lead')}</p>
        <div className="acts">
          <LinkButton to="/signup">{t('dash.visitor.start')}</LinkButton>
          <LinkButton to="/questions" variant="two">
            {t('dash.visitor.look')}
          </LinkButton>
        </div>
        <p className={css.effort}>
          {t('dash.visitor.effort')}{' '}
          <Link to="/signup" search={{ for: 'someone' }}>
            {t('dash.visitor.someone')}
          </Link>
        </p>
      </div>
      <figure className={css.telephone}>
        <img src={emergencyPage} width={312} height={600} alt={t('dash.visitor.pictureAlt')} />
        <figcaption>{t('dash.visitor.picture')}</figcaption>
      </figure>
    </section>
  );
}

const steps: readonly (readonly [title: PlainTextKey, body: PlainTextKey])[] = [
  ['dash.visitor.write', 'dash.visitor.writeBody'],
  ['dash.visitor.carry', 'dash.visitor.carryBody'],
  ['dash.visitor.read', 'dash.visitor.readBody'],
];

/** Steps of a person, and the use of the plan by staff. */
function InThreeSteps() {
  const t = useText();
  return (
    <div className={css.band}>
      <ol className={css.three}>
        {steps.map(([title, body], index) => (
          <li key={title}>
            <span className={css.number} aria-hidden="true">
              {index + 1}
            </span>
            <h2>{t(title)}</h2>
            <p>{t(body)}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}

const [care, lifetime] = paymentPlans({ careYearly: '', lifetime: '' });
const prices = { yearly: dollars(care?.yearlyFee ?? 0), once: dollars(lifetime?.initialFee ?? 0) };

/** Frequent questions before the start. */
function Questions() {
  const t = useText();
  return (
    <div className={css.questions}>
      <section>
        <h2>{t('dash.visitor.legal')}</h2>
        <p>
          {t('dash.visitor.legalBody')} <Link to="/user/location">{t('dash.visitor.findForm')}</Link>
        </p>
      </section>
      <section>
        <h2>{t('dash.visitor.cost')}</h2>
        <p>{t('dash.visitor.costBody', prices)}</p>
      </section>
      <section>
        <h2>{t('dash.visitor.who')}</h2>
        <p>{t('dash.visitor.whoBody')}</p>
      </section>
      <section>
        <h2>{t('dash.visitor.paper')}</h2>
        <p>
          {t('dash.visitor.paperBody')} <Link to="/user/location">{t('dash.visitor.upload')}</Link>
        </p>
      </section>
    </div>
  );
}

function Foot() {
  const t = useText();
  return (
    <p className={css.foot}>
      <HelpLine>{t('common.helpPhoneLine')}</HelpLine>
    </p>
  );
}
