import {
  isEvidence,
  type ConversationAnswer,
} from '../../../domain/customers/conversations/conversations.ts';

/** A recorded conversation in one line, struck through if the customer says that it is not right. */
export function WhatWasSaid({ line, answer }: { line: string; answer: ConversationAnswer | null }) {
  return <b>{isEvidence({ answer }) ? line : <s>{line}</s>}</b>;
}
