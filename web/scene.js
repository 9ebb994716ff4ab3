/** Scenes as links, JSON and attributes, for whoever writes or reads them outside the page. */
export {
  DEFAULT_SCENE,
  formatScene,
  parseScene,
  SCENE_FIELDS,
  SCENE_VERSION,
  sceneAtStep,
  sceneShowing,
  sceneToAttributes,
  sceneToJson,
  VIEWS,
} from './state/scene.js';
export { fitScene } from './state/scene-state.js';
