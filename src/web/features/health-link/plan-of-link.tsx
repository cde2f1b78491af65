import { useMemo } from 'react';
import { dateOfIso, longDate, melbourneDate, melbourneTime } from '../../../domain/fields.ts';
import { telephoneHref } from '../../../domain/i18n/site.ts';
import { useLanguage, useText } from '../../app/texts.tsx';
import { saveFile } from '../../plan-view/pdf/pdf-file.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { bytesOf } from './document/jwe.ts';
import { linesOf, type Line } from './document/narrative.ts';
import type { ReaderPlan, ShownPart } from './document/reader-plan.ts';
import css from './link-page.module.css';

type PlanOfLinkProps = { plan: ReaderPlan; openedAt: Date; onClose: () => void };

/** The decrypted plan: CPR and refusals first, whom to call, then everything else, as on the emergency page. */
export function PlanOfLink({ plan, openedAt, onClose }: PlanOfLinkProps) {
  const t = useText();
  const language = useLanguage();
  const opening = useMemo(() => linesOf(plan.opening, language), [plan, language]);
  const titles = opening.filter(({ kind }) => kind === 'title').map(({ text }) => text);
  // The last bold sentence is the name, which is the title of the page; those before it say that the plan is not the one in force.
  const banners = titles.slice(0, -1);
  return (
    <article className={css.plan}>
      {banners.map((banner) => (
        <p key={banner} className={css.old}>
          {banner}
        </p>
      ))}
      <PageTitle browserTitle={t('shl.title')}>{plan.name}</PageTitle>
      {plan.dob !== null && <p>{t('shl.plan.born', { dob: dateOfIso(plan.dob) })}</p>}
      <p className={css.now}>
        <b>{t('shl.plan.current')}</b>{' '}
        {t('shl.plan.version', {
          version: plan.version,
          date: longDate(melbourneDate(new Date(plan.at)), language),
        })}
      </p>
      {plan.parts.map(({ id, xhtml }) => (
        <Part key={id} id={id} lines={linesOf(xhtml, language)} phones={plan.phones} />
      ))}
      <section className={css.rule}>
        {opening
          .filter(({ kind }) => kind !== 'title')
          .map(({ text }) => (
            <p key={text} className={css.small}>
              {text}
            </p>
          ))}
        <p className={css.small}>
          {t('shl.plan.opened', {
            date: longDate(melbourneDate(openedAt), language),
            time: melbourneTime(openedAt),
          })}
        </p>
        <div className={css.acts}>
          {plan.pdf && <SavePdf pdf={plan.pdf} />}
          <Button variant="two" wide onClick={onClose}>
            {t('shl.plan.close')}
          </Button>
        </div>
      </section>
    </article>
  );
}

function SavePdf({ pdf }: { pdf: NonNullable<ReaderPlan['pdf']> }) {
  const t = useText();
  const save = () =>
    saveFile({ content: new Blob([bytesOf(pdf.base64)], { type: 'application/pdf' }), name: pdf.name });
  return (
    <Button wide onClick={save}>
      {t('shl.plan.pdf')}
    </Button>
  );
}

type PartProps = { id: ShownPart; lines: readonly Line[]; phones: readonly string[] };

/** One part of the plan. The first one is framed: it decides what is done. */
function Part({ id, lines, phones }: PartProps) {
  const t = useText();
  if (id === 'whom-to-call')
    return (
      <section>
        <h2>{t(`fhir.section.${id}`)}</h2>
        {lines.map(({ text }) => (
          <Call key={text} text={text} phone={phones.find((phone) => text.endsWith(phone))} />
        ))}
      </section>
    );
  const rows = lines.map((line, at) => <Words key={at} line={line} isFirst={id === 'cpr-and-treatments'} />);
  return id === 'cpr-and-treatments' ? (
    <section className={css.heavy}>{rows}</section>
  ) : (
    <section>
      <h2>{t(`fhir.section.${id}`)}</h2>
      {rows}
    </section>
  );
}

/** A person to call, with a link to the telephone. */
function Call({ text, phone }: { text: string; phone: string | undefined }) {
  const t = useText();
  if (phone === undefined) return <p className={css.small}>{text}</p>;
  return (
    <div className={css.call}>
      <p>{text.slice(0, -phone.length).replace(/; $/, '')}</p>
      <a className="btn" href={telephoneHref(phone)}>
        {t('shl.plan.call', { phone })}
      </a>
    </div>
  );
}

function Words({ line: { kind, text }, isFirst }: { line: Line; isFirst: boolean }) {
  if (kind === 'heading') return isFirst ? <h2>{text}</h2> : <h3>{text}</h3>;
  return <p className={css[kind]}>{text}</p>;
}
