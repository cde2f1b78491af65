import { useEffect, useMemo } from 'react';
import { textOf } from '../../../../domain/questionnaire/answers.ts';
import { compareVersions, type ComparedRow } from '../../../../domain/questionnaire/reading/compare.ts';
import { lineKindOf, type Row } from '../../../../domain/questionnaire/reading/present.ts';
import { wordDiff, type Stretch } from '../../../../domain/plan/word-diff.ts';
import { useLanguage, useText } from '../../../app/texts.tsx';
import { announce } from '../../../ui/messages/announce.ts';
import { Disclosure } from '../../../ui/disclosure.tsx';
import { OwnWords, PlanTitle } from '../../../ui/words/own-words.tsx';
import { SignatureImage } from '../../../forms/signature/signature-image.tsx';
import type { ActivePlan } from '../../../plan-view/active-plan.ts';
import { usePlanWording } from '../../../plan-view/plan-wording.ts';
import css from './versions.module.css';

type Side = 'before' | 'now';

/** Changes between two versions, first in a sentence with the counts, then side by side; and the unchanged answers. */
export function Compared({ before, now }: { before: ActivePlan; now: ActivePlan }) {
  const wording = usePlanWording(now);
  const { t } = wording;
  const rows = useMemo(() => compareVersions(before, now, wording), [before, now, wording]);
  const changed = rows.filter((row) => row.answerChanged || row.noteChanged);
  const same = rows.filter((row) => !row.answerChanged && !row.noteChanged);
  const pictures = [before, now].map(({ answers }) => textOf(answers, 'signatureImage'));
  return (
    <>
      <Counts rows={rows} same={same.length} />
      {changed.map((row) => (
        <Changed key={row.key} row={row} />
      ))}
      {pictures[0] !== pictures[1] && <SignedAgain before={before} now={now} />}
      {changed.length > 0 && <p className={css.legend}>{t('versions.compare.legend')}</p>}
      <Disclosure summary={t('versions.compare.showSame')} className={css.same}>
        <dl>
          {same.map(({ key, number, title, now: is, before: was }) => (
            <div key={key}>
              <dt>
                {number !== undefined && <span className="quiet num">{number} </span>}
                <PlanTitle>{title}</PlanTitle>
              </dt>
              <dd>
                <Plain row={is ?? was} />
              </dd>
            </div>
          ))}
        </dl>
      </Disclosure>
      <p className="quiet small">{t('versions.compare.contactsNote')}</p>
    </>
  );
}

/** Number of changed and unchanged answers. */
function Counts({ rows, same }: { rows: readonly ComparedRow[]; same: number }) {
  const t = useText();
  const answers = rows.filter(({ answerChanged }) => answerChanged).length;
  const notes = rows.filter(({ noteChanged }) => noteChanged).length;
  const words = {
    answers: t('versions.compare.count', { count: answers }),
    notes: t('versions.compare.notes', { count: notes }),
  };
  const counted =
    answers > 0 && notes > 0
      ? t('versions.compare.both', words)
      : answers > 0
        ? words.answers
        : notes > 0
          ? words.notes
          : t('versions.compare.none');
  const sentence = (text: string) => t('versions.compare.sentence', { text });
  const changed = sentence(counted);
  const stays = sentence(t('versions.compare.same', { count: same }));
  // Focus stays on the selection of versions, so the result is announced.
  useEffect(() => announce(`${changed} ${stays}`), [changed, stays]);
  return (
    <p className={css.say}>
      <b>{changed}</b> {stays}
    </p>
  );
}

function Changed({ row }: { row: ComparedRow }) {
  const { number, title } = row;
  return (
    <section className={css.changed} aria-label={title}>
      <h2>
        {number !== undefined && <span className="quiet num">{number}</span>}
        <span>
          <PlanTitle>{title}</PlanTitle>
        </span>
      </h2>
      <div className="pairv">
        <Version row={row} side="before" />
        <Version row={row} side="now" />
      </div>
    </section>
  );
}

const titles = { before: 'versions.compare.before', now: 'versions.compare.after' } as const;

function Version({ row, side }: { row: ComparedRow; side: Side }) {
  const t = useText();
  const { [side]: own, before, now } = row;
  const other = side === 'before' ? now : before;
  const hasNote = before?.note !== undefined || now?.note !== undefined;
  return (
    <div className="ver">
      <small>{t(titles[side])}</small>
      {own ? (
        <Lines rowKey={row.key} own={own.lines} other={other?.lines ?? []} side={side} />
      ) : (
        <b>{t('versions.compare.noAnswer')}</b>
      )}
      {hasNote && (
        <div className="n2">
          {own?.note === undefined ? (
            <span className="quiet">{t('versions.compare.noNote')}</span>
          ) : (
            <Differing
              before={t('review.note', { note: before?.note ?? '' })}
              now={t('review.note', { note: now?.note ?? '' })}
              side={side}
            />
          )}
        </div>
      )}
    </div>
  );
}

type LinesProps = { rowKey: string; own: readonly string[]; other: readonly string[]; side: Side };

/**
 * Lines of an answer. In texts that a person wrote, and in lists in one sentence, the different words are marked; in other lists
 * the different entries.
 */
function Lines({ rowKey, own, other, side }: LinesProps) {
  const kind = lineKindOf(rowKey);
  if (kind !== 'chosen') {
    return own.map((line, index) => {
      const pair = [line, other[index] ?? ''] as const;
      const [before, now] = side === 'before' ? pair : pair.toReversed();
      return (
        <p key={line} className={css.line}>
          <Differing before={before ?? ''} now={now ?? ''} side={side} />
        </p>
      );
    });
  }
  const isList = own.length > 1 || other.length > 1;
  return own.map((line) => (
    <b key={line} className={css.line}>
      {isList && !other.includes(line) ? (
        <Marked text={line} kind={side === 'now' ? 'added' : 'removed'} />
      ) : (
        <OwnWords>{line}</OwnWords>
      )}
    </b>
  ));
}

/** One side of a text that differs, with the words of this side marked. */
function Differing({ before, now, side }: { before: string; now: string; side: Side }) {
  const language = useLanguage();
  const stretches = useMemo(() => wordDiff(before, now, language), [before, now, language]);
  const left = side === 'before' ? 'added' : 'removed';
  return stretches
    .filter(({ kind }) => kind !== left)
    .map(({ text, kind }, index) => <Marked key={index} text={text} kind={kind} />);
}

/** Marked by a line, and by a word for screen readers. */
function Marked({ text, kind }: Stretch) {
  const t = useText();
  if (kind === 'same' || text.trim() === '') return <OwnWords>{text}</OwnWords>;
  const isNew = kind === 'added';
  const Tag = isNew ? 'ins' : 'del';
  return (
    <Tag>
      <span className="vh">
        {t(isNew ? 'versions.compare.wordsAdded' : 'versions.compare.wordsRemoved')}{' '}
      </span>
      <OwnWords>{text}</OwnWords>
    </Tag>
  );
}

function Plain({ row }: { row: Row | null }) {
  const t = useText();
  return (
    <>
      {row?.lines.map((line) => (
        <p key={line}>
          <OwnWords>{line}</OwnWords>
        </p>
      ))}
      {row?.note !== undefined && (
        <p>
          <OwnWords>{t('review.note', { note: row.note })}</OwnWords>
        </p>
      )}
    </>
  );
}

function SignedAgain({ before, now }: { before: ActivePlan; now: ActivePlan }) {
  const t = useText();
  const sides = [
    ['before', before],
    ['now', now],
  ] as const;
  return (
    <section className={css.changed} aria-label={t('carePlan.signature')}>
      <h2>{t('carePlan.signature')}</h2>
      <div className="pairv">
        {sides.map(([side, { answers }]) => (
          <div key={side} className="ver">
            <small>{t(titles[side])}</small>
            {textOf(answers, 'signatureImage') === '' ? (
              <b>{t('versions.compare.noAnswer')}</b>
            ) : (
              <SignatureImage
                picture={textOf(answers, 'signatureImage')}
                alt={t('signatureImage.alt', { name: textOf(answers, 'confirmName') })}
              />
            )}
          </div>
        ))}
      </div>
    </section>
  );
}
