import type { FastifyReply } from 'fastify';
import type { LinkRequest } from './link-request.ts';

/** A page, with its status and what the browser keeps. */
export type Answer = { status?: number; page: string; closesIn?: number; cookie?: string };

type Handler = (request: LinkRequest, reply: FastifyReply) => Promise<Answer | FastifyReply>;

/**
 * Registers one page: whatever fails, the reader gets a page that says what to do, not an error in braces. `isLong` is an answer that
 * takes minutes, such as a film, and must keep no page waiting.
 */
export type PageRoute = (
  method: 'GET' | 'POST',
  path: string,
  handler: Handler,
  options?: { isLong: boolean },
) => void;
