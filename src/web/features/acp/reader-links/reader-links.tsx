import { lazy, Suspense, useState } from 'react';
import { longDate, melbourneDate } from '../../../../domain/fields.ts';
import { Allowed } from '../../../app/allowed.tsx';
import { useLanguage, useText } from '../../../app/texts.tsx';
import planCss from '../../../plan-view/plan.module.css';
import { Button } from '../../../ui/buttons/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { useReaderLinks, type ReaderLink } from './links-api.ts';
import css from './reader-links.module.css';
import { useVoicedText } from '../../../plan-view/voiced-text.ts';

const NewLinkDialog = lazy(() => import('./new-link-dialog.tsx'));
const CodeDialog = lazy(() => import('./code-dialog.tsx'));
const RevokeDialog = lazy(() => import('./revoke-dialog.tsx'));

type OpenDialog = { kind: 'new' } | { kind: 'code' | 'revoke'; link: ReaderLink };

/** Links with which readers open the plan in their own software: make one, show its code, stop it. */
export function ReaderLinks({ person }: { person: string }) {
  const said = useVoicedText();
  const t = useText();
  return (
    <Card title={t('healthLink.title')} lead={said('healthLink.what')}>
      <p className={css.after}>{said('healthLink.notCard')}</p>
      <Allowed to="healthLinks.read">
        <OwnLinks person={person} />
      </Allowed>
    </Card>
  );
}

function OwnLinks({ person }: { person: string }) {
  const t = useText();
  const read = useReaderLinks();
  const [dialog, setDialog] = useState<OpenDialog>();
  const close = () => setDialog(undefined);
  return (
    <>
      <Loaded read={read}>{(links) => <LinkLists links={links} onOpen={setDialog} />}</Loaded>
      <div className={planCss.cardActs}>
        <Button variant="two" icon="plus" onClick={() => setDialog({ kind: 'new' })}>
          {t('healthLink.make')}
        </Button>
      </div>
      <Suspense>
        {dialog?.kind === 'new' && <NewLinkDialog person={person} onClose={close} />}
        {dialog?.kind === 'code' && <CodeDialog person={person} link={dialog.link} onClose={close} />}
        {dialog?.kind === 'revoke' && <RevokeDialog link={dialog.link} onClose={close} />}
      </Suspense>
    </>
  );
}

type LinkListsProps = { links: readonly ReaderLink[]; onOpen: (dialog: OpenDialog) => void };

function LinkLists({ links, onOpen }: LinkListsProps) {
  const t = useText();
  const [open, ended] = [true, false].map((isOpen) =>
    links.filter(({ state }) => (state === 'open') === isOpen),
  ) as [ReaderLink[], ReaderLink[]];
  return (
    <div className={css.lists}>
      {links.length === 0 && <p className="quiet">{t('healthLink.none')}</p>}
      {open.length > 0 && (
        <ul className={css.list} aria-label={t('healthLink.list')}>
          {open.map((link) => (
            <li key={link.id}>
              <LinkFacts link={link} />
              <div className={css.acts}>
                <Button variant="text" onClick={() => onOpen({ kind: 'code', link })}>
                  {t('healthLink.show')}
                  <span className="vh">: {link.reader}</span>
                </Button>
                <Button variant="text" onClick={() => onOpen({ kind: 'revoke', link })}>
                  {t('healthLink.revoke')}
                  <span className="vh">: {link.reader}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {ended.length > 0 && (
        <Disclosure summary={t('healthLink.ended')}>
          <ul className={css.list}>
            {ended.map((link) => (
              <li key={link.id}>
                <LinkFacts link={link} />
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </div>
  );
}

function LinkFacts({ link }: { link: ReaderLink }) {
  const t = useText();
  const language = useLanguage();
  const { reader, state, expires_at, openings, last_opened_at, last_said } = link;
  const dayOf = (instant: string | null) =>
    instant === null ? '' : longDate(melbourneDate(new Date(instant)), language);
  return (
    <div>
      <b>{reader}</b>
      <p className="small">
        {t(`healthLink.state.${stateOf(state)}`, { date: dayOf(expires_at) })}
        <br />
        {t('healthLink.openings', { count: openings, date: dayOf(last_opened_at) })}
      </p>
      {last_said && <p className="small quiet">{t('healthLink.said', { said: last_said })}</p>}
    </div>
  );
}

/** A state of a newer server counts as ended. */
const stateOf = (state: string) =>
  state === 'open' || state === 'expired' || state === 'closed' ? state : 'revoked';
