import { roles } from '../../domain/access/actors.ts';
import { exportStatuses, loginProviders, openingKinds, userStatuses } from '../../domain/account-lists.ts';
import { consentDocuments } from '../../domain/accounts/consents/consents.ts';
import { emailFrequencies, frequencies } from '../../domain/accounts/notification-settings.ts';
import { languages } from '../../domain/i18n/texts.ts';
import { genders } from '../../domain/inputs/account-fields.ts';
import { builder } from './builder.ts';

/*
 * Types of domain values that several features return. Dates are shown in formats such as DD/MM/YY, which cannot be the name of a
 * GraphQL enum value.
 */

export const AcpStatus = builder.enumType('AcpStatus', { values: ['draft', 'complete'] as const });
export const ConsentDocument = builder.enumType('ConsentDocument', { values: consentDocuments });
export const EmailFrequency = builder.enumType('EmailFrequency', { values: emailFrequencies });
export const ExportStatus = builder.enumType('ExportStatus', { values: exportStatuses });
export const Gender = builder.enumType('Gender', { values: genders });
export const Language = builder.enumType('Language', { values: languages });
export const LoginProvider = builder.enumType('LoginProvider', { values: loginProviders });
export const NotificationFrequency = builder.enumType('NotificationFrequency', { values: frequencies });
export const OpeningKind = builder.enumType('OpeningKind', { values: openingKinds });
export const Role = builder.enumType('Role', { values: roles });
export const UserStatus = builder.enumType('UserStatus', { values: userStatuses });
