import { createContext, use, type ChangeEvent, type ComponentType } from 'react';
import type { AssistantState, Reply } from '../../../domain/assistant/script.ts';
import type { Place } from '../../../domain/assistant/assistant.ts';
import type { StepId } from '../../../domain/questionnaire/answers.ts';
import type { Plan } from '../../plan-view/plan.ts';
import type { SheetPlace } from './sheet-place.ts';

/** Trigger of the panel, which determines its place in the page: the icon, or the question with this key. */
export type Opener = 'icon' | (string & {});

/** The panel while it is open, and for a moment after. */
export type Opened = {
  Panel: ComponentType;
  place: Place;
  opener: Opener;
  /** Increases with every opening and every reply. */
  turn: number;
  /** Place of the panel on a small screen. */
  sheet: SheetPlace;
  /** The panel is closed, but still takes the touches that were meant for it. */
  leaving?: true;
};

export type AssistantContents = {
  plan: Plan;
  step: StepId;
  editing: boolean;
  /** Nothing in the form can be changed, and no button in it can be pressed. */
  closed: boolean;
  opened: Opened | undefined;
  /** Whether the panel was open since the page was loaded. */
  used: boolean;
  /** Opens the panel at the reader's request. Focus moves into it, and back to `button` when it is closed. */
  openFrom: (state: AssistantState, button: HTMLElement) => void;
  /** Handles an answer that was just given: opens the panel, or closes it when its reason is gone. */
  onAnswer: (event: ChangeEvent<HTMLFormElement>) => void;
  reply: (reply: Reply) => void;
  /** Moves the sheet on a small screen. */
  placeSheet: (sheet: SheetPlace) => void;
  close: () => void;
};

export const AssistantContext = createContext<AssistantContents | null>(null);

/** Returns the assistant of the page. */
export function useAssistant(): AssistantContents {
  const assistant = use(AssistantContext);
  if (!assistant) throw new Error('No Assistant around');
  return assistant;
}
