/**
 * The module that notebooks and MyST's `{anywidget}` load: `headscope/anywidget`.
 *
 * @module headscope/anywidget
 */
/**
 * A front-end module as anywidget takes it. It reads the traits `scene` (a link's hash, or JSON), which
 * follows what the reader chooses, `load` (`visible` or `click`), and, where the module is one file,
 * `model` (the bytes of the model's file).
 */
declare const widget: {
  /** Puts a `<headscope-view>` into `el`; what it returns takes it away. */
  render(place: {
    model: {
      get(name: string): unknown;
      set?(name: string, value: unknown): void;
      save_changes?(): void;
      on?(event: string, callback: () => void): void;
      off?(event: string, callback: () => void): void;
    };
    el: HTMLElement;
  }): () => void;
};
export default widget;
