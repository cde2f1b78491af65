import { translateMessage } from '../../../domain/i18n/texts.ts';
import { useEffect, useId, useMemo, useRef, type MouseEvent } from 'react';
import { messagesAt, viewAt, type Message } from '../../../domain/assistant/messages.ts';
import { helpLines, listMessage, sharedReplies } from '../../../domain/assistant/script.ts';
import { telephoneRuns } from '../../../domain/assistant/telephone-runs.ts';
import { listOf } from '../../../domain/questionnaire/answers.ts';
import { questionOf, stepOf } from '../../../domain/questionnaire/definition.ts';
import { bannerOf, pageWords } from '../../../domain/questionnaire/reading/page-words.ts';
import { inVoice, joined, rowOf } from '../../../domain/questionnaire/reading/present.ts';
import { telephoneHref } from '../../../domain/i18n/site.ts';
import { useText } from '../../app/texts.tsx';
import { useReading } from '../../plan-view/reading.tsx';
import { answersWith } from '../../plan-view/steps/step-values.ts';
import { editMemory, stepMemory, unsaved } from '../../plan-view/unsaved/unsaved-answers.ts';
import { Button } from '../../ui/buttons/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/drawings/icon.tsx';
import { echoMs } from '../../ui/fields/use-echo.ts';
import { announce } from '../../ui/messages/announce.ts';
import { OwnWords } from '../../ui/words/own-words.tsx';
import { RowButton } from '../../ui/row.tsx';
import css from './assistant.module.css';
import { useAssistant, type Opened } from './assistant-context.ts';
import type { SheetPlace } from './sheet-place.ts';
import { useClearFocus } from './use-clear-focus.ts';

/** The assistant: its messages, and the reader's replies. Not a dialog: the page beside it stays usable. */
export function Panel() {
  const { opened } = useAssistant();
  if (!opened) return null;
  const { edge, from, height } = opened.sheet;
  const place = {
    className: classNames(css.place, opened.leaving && css.leaving),
    'data-edge': edge,
    style: { '--from': `${from}vh`, '--height': `${height}vh` } as object,
  };
  return (
    <div {...place} data-assistant="">
      {opened.leaving ? (
        <div role="presentation" className={css.panel} onMouseDown={(event) => event.preventDefault()} />
      ) : (
        <Contents opened={opened} />
      )}
    </div>
  );
}

function Contents({ opened }: { opened: Opened }) {
  const t = useText();
  const reading = useReading();
  const { step, close, reply, placeSheet } = useAssistant();
  const { place, opener, turn } = opened;
  const list = useList();
  const messages = messagesAt(place, list);
  const replies = viewAt(place).replies.filter((each) => !sharedReplies.includes(each));
  const titleId = useId();
  const named = pageWords(reading, stepOf(step).name);
  const title = opener === 'icon' ? t('assistant.titleFor', { step: named }) : t('assistant.title');
  const [first] = messages;
  const panel = useTurns(
    opened,
    t('assistant.titleFor', { step: first ? translateMessage(t, first.key, first.params) : '' }),
  );
  useClearFocus(panel, placeSheet);
  const echo = useDropEcho(opened.sheet);
  return (
    <section ref={panel} className={css.panel} aria-labelledby={titleId} {...echo}>
      <div className={css.head}>
        <h2 id={titleId} tabIndex={-1} data-begins={place.asked ? undefined : ''}>
          {title}
        </h2>
        <button type="button" className="iconbtn" aria-label={t('assistant.close')} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <p className="small quiet">{t('assistant.whatIAm')}</p>
      <WhoIsMeant />
      {place.asked && (
        <p className={css.asked} tabIndex={-1} data-begins="">
          {t('assistant.asked', { reply: t(place.asked) })}
        </p>
      )}
      {place.view === 'helpLines' && <h3>{t('helpLines.title')}</h3>}
      <div role="log" aria-labelledby={titleId}>
        {messages.map((message) => (
          <p key={`${turn} ${message.key}`} className={css.message}>
            <Words message={message} />
          </p>
        ))}
      </div>
      {replies.length > 0 && <h3 className={css.choose}>{t('assistant.choose')}</h3>}
      {replies.map((each) => (
        <RowButton key={each.key} onClick={() => reply(each)}>
          {t(each.key)}
        </RowButton>
      ))}
      <div className={css.end}>
        {sharedReplies.map((each) => (
          <Button key={each.key} variant="text" onClick={() => reply(each)}>
            {t(each.key)}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** For a writer on behalf of another person: who "I" and "you" are. In the step where they sign, this means the writer. */
function WhoIsMeant() {
  const reading = useReading();
  const { step } = useAssistant();
  if (reading.voice.kind === 'self') return null;
  return (
    <p className={css.onBehalf}>
      {step === 'step9' ? bannerOf(reading) : inVoice(reading, 'onBehalf.reading')}
    </p>
  );
}

/** A message; its telephone numbers are links. */
function Words({ message: { key, params } }: { message: Message }) {
  const t = useText();
  const words = translateMessage(t, key, params);
  if (key === listMessage) return <OwnWords>{words}</OwnWords>;
  const numbers = helpLines.map((line) => t(`helpLines.${line}.phone`));
  return telephoneRuns(words, numbers).map(({ text, number }, index) =>
    number ? (
      <a key={index} className={css.number} href={telephoneHref(text)}>
        {text}
      </a>
    ) : (
      text
    ),
  );
}

/** Returns the choices of question 1 in words, as entered in this browser, saved or not. '' while there are none. */
function useList(): string {
  const reading = useReading();
  const { plan, editing } = useAssistant();
  return useMemo(() => {
    const memory = (editing ? editMemory : stepMemory)(unsaved, plan.user_id, 'step3');
    const answers = answersWith(plan.answers, memory.open(plan).values);
    if (listOf(answers, 'minimumQolList').length === 0) return '';
    return joined(rowOf(questionOf('minimumQolList'), answers, reading).lines, reading.t);
  }, [reading, plan, editing]);
}

/**
 * Focuses the top of the panel for each turn that the reader started by opening it or replying. When the panel opened by itself,
 * focus stays on the answer, and `spoken` is announced.
 */
function useTurns({ opener, turn }: Opened, spoken: string) {
  const panel = useRef<HTMLElement>(null);
  const silent = useRef(opener !== 'icon');
  const first = useRef({ turn, spoken });
  useEffect(() => {
    if (silent.current && turn === first.current.turn) return announce(first.current.spoken);
    panel.current?.scrollTo({ top: 0 });
    panel.current?.querySelector<HTMLElement>('[data-begins]')?.focus({ preventScroll: true });
  }, [turn]);
  return panel;
}

/**
 * Drops touches that were on their way before the panel appeared, or that are accidental second ones: they were meant for the
 * previous element in that place. The same applies after the sheet has moved.
 */
function useDropEcho(sheet: SheetPlace) {
  const last = useRef(-Infinity);
  const placed = useRef<SheetPlace>(undefined);
  useEffect(() => {
    if (placed.current === sheet) return;
    placed.current = sheet;
    last.current = performance.now();
  }, [sheet]);
  const drop = (event: MouseEvent) => {
    const isEcho = event.detail > 0 && event.timeStamp - last.current < echoMs;
    if (isEcho) {
      event.preventDefault();
      event.stopPropagation();
    }
    return isEcho;
  };
  return {
    // A press would remove the focus.
    onMouseDownCapture: drop,
    onClickCapture: (event: MouseEvent) => {
      if (!drop(event)) last.current = event.timeStamp;
    },
  };
}
