import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import {
  missingAnswers,
  neighbourStep,
  visibleSteps,
} from '../../../../domain/questionnaire/answering/completeness.ts';
import { stepOf } from '../../../../domain/questionnaire/definition.ts';
import type { StepId } from '../../../../domain/questionnaire/answers.ts';
import { useText } from '../../../app/texts.tsx';
import { announce } from '../../../ui/messages/announce.ts';
import { showSnackbar } from '../../../ui/messages/snackbars.ts';
import { noteSkipped } from '../../../plan-view/steps/skipped-steps.ts';
import type { Plan } from '../../../plan-view/plan.ts';
import type { SaveIntent } from '../saving/save-request.ts';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { keptPace } from '../short-pages/pace.ts';
import { lastPageOf } from '../short-pages/use-short-pages.ts';
import { audienceOf } from '../../../plan-view/steps/use-step-list.ts';

const isOptional = (step: StepId) => stepOf(step).questions.every(({ required }) => !required);

type WithinStep = {
  /** Called when a short page was saved and another one of the same step follows. */
  onPage?: () => void;
  /** Step that is on the same page. */
  joined?: StepId | undefined;
};

/**
 * Returns the navigation of a step: back, on, skip, and the place after a save. In edit mode it leads to the hub (QEDIT-08,
 * QSTEP9-15).
 */
export function useNavigation(
  plan: Plan,
  step: StepId,
  editing = false,
  { onPage, joined }: WithinStep = {},
) {
  const t = useText();
  const { navigate, open, toHub } = useStepAddresses();
  const userId = plan.user_id;
  const audience = audienceOf(plan);
  const before = neighbourStep(step, audience, -1);
  const last = joined ?? step;
  const number = visibleSteps(audience).indexOf(last) + 1;
  const after = neighbourStep(last, audience, 1);

  const lastPage = useLastPage(before, userId);
  const back = () => (editing ? toHub() : open(before, lastPage));
  const next = useCallback(() => {
    if (isOptional(step)) noteSkipped(userId, step);
    if (editing) toHub();
    else open(after);
  }, [editing, toHub, open, after, step, userId]);

  const leaveRest = useCallback(
    (count: number) => {
      noteSkipped(userId, step);
      if (joined) noteSkipped(userId, joined);
      if (count > 0) showSnackbar(t('save.rest', { count }));
      open(after);
    },
    [open, after, joined, step, t, userId],
  );

  const onSaved = useCallback(
    (intent: SaveIntent, previous: Plan, saved: Plan) => {
      if (intent === 'page') {
        onPage?.();
      } else if (intent === 'rest') {
        leaveRest([step, joined ?? []].flat().flatMap((each) => missingAnswers(each, saved.answers)).length);
      } else if (intent === 'later') {
        showSnackbar(`${t('save.later.title')}. ${t('save.later.body')}`);
        void navigate({ to: '/dashboard' });
      } else if (previous.status === 'complete') {
        showSnackbar(t('save.updated'));
        window.scrollTo({ top: 0 });
      } else {
        announce(t('save.stepSaved', { n: number }));
        if (intent === 'sign') open('step9');
        else next();
      }
    },
    [joined, leaveRest, navigate, next, number, onPage, open, step, t],
  );

  return { back, next, skip: stepOf(step).maySkip ? next : undefined, onSaved };
}

/** Returns what opens a step, or the start page, and what opens the hub of a signed plan. */
function useStepAddresses() {
  const navigate = useNavigate();
  const open = useCallback(
    (target: StepId | undefined, page?: number) =>
      void navigate(
        target
          ? { to: '/questionnaire/$step', params: { step: target }, search: { page } }
          : { to: '/questionnaire' },
      ),
    [navigate],
  );
  const toHub = useCallback(() => void navigate({ to: '/my-acp/edit' }), [navigate]);
  return { navigate, open, toHub };
}

/** Returns the last page of a step on a small screen, to which Back leads; undefined if it is the only one. */
function useLastPage(step: StepId | undefined, userId: string): number | undefined {
  const isNarrow = useIsNarrow();
  return isNarrow && step ? lastPageOf(step, keptPace(userId)) : undefined;
}
