import { mailTo } from '../../jobs/person-mail.ts';
import { planCompletedMail, planLinkMail } from '../../mails/plan-mails.ts';

export const sendCompleted = mailTo(({ services }, person) => planCompletedMail(services.config, person));

/** Sends the link to their plan that the owner requested. */
export const sendPlanLink = mailTo(({ services }, person) => planLinkMail(services.config, person));
