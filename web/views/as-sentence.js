import { t } from '../i18n/index.js';

/** What the core or the browser says, ended so that a sentence can follow it. @param {string} message */
export const asSentence = (message) =>
  /[.!?…。！？]$/u.test(message) ? message : message + t('list.stop');
