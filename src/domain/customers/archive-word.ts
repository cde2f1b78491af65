/** What is typed to archive a customer, to the letter (CACT-15). */
export const archiveWord = 'ARCHIVE';
