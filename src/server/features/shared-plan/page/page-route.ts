import type { FastifyReply } from 'fastify';
import type { LinkRequest } from './link-request.ts';

/** A page, with its status and cookie. */
export type Answer = { status?: number; page: string; closesIn?: number; cookie?: string };

/** Handles a request of a contact's page. */
export type PageHandler = (request: LinkRequest, reply: FastifyReply) => Promise<Answer | FastifyReply>;

/**
 * Registers one page: on any error, the reader gets a page that explains what to do, not JSON. `isLong` marks an answer that
 * takes minutes, such as a film, and must not delay pages.
 */
export type PageRoute = (
  method: 'GET' | 'POST',
  path: string,
  handler: PageHandler,
  options?: { isLong: boolean },
) => void;
