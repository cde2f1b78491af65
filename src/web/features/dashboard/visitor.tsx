import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import type { PlainTextKey } from '../../../domain/i18n/texts.ts';
import { useText } from '../../app/texts.tsx';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/drawings/icon.tsx';
import { LinkButton } from '../../ui/buttons/link-button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Sprig } from '../../ui/drawings/sprig.tsx';
import css from './dashboard.module.css';

type VisitorCard = {
  title: PlainTextKey;
  body: PlainTextKey;
  actions: readonly PlainTextKey[];
  outside?: PlainTextKey;
};

const cards: readonly VisitorCard[] = [
  { title: 'dash.reflect.title', body: 'dash.reflect.body', actions: ['dash.reflect.button'] },
  {
    title: 'dash.share.title',
    body: 'dash.share.body',
    actions: ['dash.share.contacts', 'dash.share.healthRecord'],
  },
  {
    title: 'dash.manage.title',
    body: 'dash.manage.body',
    actions: ['dash.manage.view', 'dash.manage.card', 'dash.manage.edit'],
  },
  {
    title: 'dash.upload.title',
    body: 'dash.upload.body',
    actions: ['dash.upload.acp', 'dash.upload.additional', 'dash.upload.wishes'],
    outside: 'dash.upload.external',
  },
];

/**
 * Dashboard of a visitor: the purpose of Wattle, and the links to sign in. Everything else is disabled (DASH-02, DASH-03,
 * CON-47).
 */
export function VisitorDashboard() {
  const t = useText();
  const reason = useId();
  return (
    <>
      <div className={css.visitorHello}>
        <div>
          <PageTitle>{t('dash.visitor.title')}</PageTitle>
          <p className="lead">{t('dash.visitor.lead')}</p>
          <div className="acts">
            <LinkButton to="/signup">{t('dash.visitor.signUp')}</LinkButton>
            <LinkButton to="/login" variant="two">
              {t('dash.visitor.signIn')}
            </LinkButton>
          </div>
        </div>
        <Sprig />
      </div>
      <div className={css.locked}>
        <h2>{t('dash.visitor.whatHere')}</h2>
        <p id={reason}>
          <Icon name="lock" />
          {t('dash.visitor.signInToUse')}
        </p>
      </div>
      <div className={css.four}>
        {cards.map(({ title, body, actions, outside }) => (
          <Card key={title} title={t(title)} lead={t(body)}>
            {actions.map((action) => (
              <button
                key={action}
                type="button"
                className="row"
                aria-disabled="true"
                aria-describedby={reason}
              >
                <span>{t(action)}</span>
              </button>
            ))}
            {outside && <p className={css.outsideOff}>{t(outside)}</p>}
          </Card>
        ))}
      </div>
      <p className={css.notLegal}>
        {t('dash.visitor.notLegal')} <Link to="/user/location">{t('dash.visitor.findForm')}</Link>
      </p>
    </>
  );
}
