/** `<hs-language-links>`: the page in its other languages, at the same place. */
import { language, LANGUAGES, t } from '../i18n/index.js';
import { el } from './dom.js';

class LanguageLinks extends HTMLElement {
  /**
   * Writes into the address what stands on the page; a promise where that cannot be at once.
   * @type {() => Promise<void> | void}
   */
  write = () => {};

  connectedCallback() {
    if (this.childElementCount) return;
    for (const [name, { name: own, tag }] of Object.entries(LANGUAGES)) {
      if (name === language) continue;
      const label = t('page.language', { name: own });
      const link = el('a', { lang: tag, hreflang: tag, href: addressIn(name), title: label }, own);
      link.addEventListener('click', (event) => this.#follow(event, link, name));
      this.append(link);
    }
  }

  /** The rest of the address may have changed since. @param {MouseEvent} event @param {HTMLAnchorElement} link @param {string} name */
  async #follow(event, link, name) {
    const written = this.write();
    link.href = addressIn(name);
    // Another tab cannot wait.
    if (!written || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    await written.catch(() => {});
    location.assign(addressIn(name));
  }
}

/** @param {string} name a language @returns {string} this address in that language */
function addressIn(name) {
  const url = new URL(location.href);
  url.hash = url.hash.replace(/([#&])lang=[^&]*&?/, '$1');
  if (name === 'en') url.searchParams.delete('lang');
  else url.searchParams.set('lang', name);
  return url.href;
}

customElements.define('hs-language-links', LanguageLinks);
