/** Word to archive a customer, typed exactly (CACT-15). */
export const archiveWord = 'ARCHIVE';
