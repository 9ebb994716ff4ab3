/** A front-end module as anywidget, and MyST's `{anywidget}`, take it. */
declare const widget: {
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
