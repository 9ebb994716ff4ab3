/**
 * English, training.
 * @type {Record<string, import('./index.js').Message>}
 */
export const train = {
  'train.title': 'Train your own',
  'train.question.tiles': ({ places }) =>
    Number(places) === 1
      ? 'One question, one look: what can one head do?'
      : `${places} questions, one look: what can one head do?`,
  'train.question.english':
    'A verb, its subject, its object, a sense, an “it”: how many heads does it take?',
  'train.intro':
    'Four models with the same number of weights learn the same task from the same batches. They differ only in how many heads share d_model. Press Train: this browser does the learning, from random weights, in seconds.',
  'train.recipe': 'What is trained',
  'train.task': 'Task',
  'train.task.tiles': 'Tiles',
  'train.task.english': 'Micro-English',
  'train.places': 'questions',
  'train.seed': 'seed',
  'train.nextSeed': 'Next seed',
  'train.rate': 'learning rate',
  'train.speed': 'Speed',
  'train.speed.slow': 'Slow',
  'train.speed.medium': 'Medium',
  'train.speed.full': 'Full speed',
  'train.go': 'Train',
  'train.goOn': 'Go on',
  'train.pause': 'Pause',
  'train.again': 'Train again',
  'train.loading': 'Getting ready',
  'train.step': 'Step',
  'train.reset': 'Reset',
  'train.progress': 'Steps so far',
  'train.count': 'step {step} of {steps}',
  'train.failed': 'The training stopped: {message}',
  'train.unread': 'The file could not be loaded: {message} The model is as it was.',
  'train.hidden': 'Paused while this tab is hidden; it goes on when you come back.',
  'train.restarted': 'The worker was lost. The training went on from its last snapshot.',
  'train.stopped': 'Stopped; the last good weights are kept. {message}',
  'train.whom': 'Model to look at',
  'train.heads': ({ heads }) => (Number(heads) === 1 ? '1 head' : `${heads} heads`),
  'train.head': 'head {head}',
  'train.percent': '{value} %',
  'train.notYet': 'not trained yet',
  'train.verdict': '{heads}: {share}',
  'train.accuracy': 'Sentences with every answer right',
  'train.loss': 'Loss per question',
  'train.axis.steps': 'batches learned from',
  'train.axis.accuracy': 'all answers right',
  'train.axis.loss': 'cross-entropy in nats',
  'train.chart.accuracy':
    'For each number of heads, the share of sentences with every answer right, against the batches learned from. The table holds the numbers.',
  'train.chart.loss':
    'For each number of heads, the loss per question against the batches learned from. The table holds the numbers.',
  'train.chart.norms': 'For each head of the chosen model, the norm of its part of W_O over time.',
  'train.table': 'The curves as a table',
  'train.tableCaption': 'Sentences with every answer right, and loss',
  'train.cell': '{share}, loss {loss}',
  'train.looks': ({ heads, step }) =>
    `Where ${Number(heads) === 1 ? 'the 1 head looks' : `the ${heads} heads look`}, after ${step} batches`,
  'train.matrix': 'Attention on what should be looked at, for each relation and head',
  'train.matrixHint':
    'Large: mean attention on the token that knows the answer. Small: mean attention on any other token, for comparison. Underlined: the head that looks there most.',
  'train.relation': 'relation',
  'train.graphLabel': 'Where the heads look in “{text}”',
  'train.sentence': 'One sentence, as it is answered',
  'train.sentenceHint':
    'Take a sample, press a word to change it, or type with the words of the vocabulary. The answers and the picture follow.',
  'train.sample': 'sample',
  'train.text': 'sentence',
  'train.ownText': 'your own',
  'train.words': 'Words of the sentence; choose one to change it',
  'train.part.word': 'word',
  'train.part.value': 'value',
  'train.part.colour': 'colour',
  'train.part.mark': 'mark',
  'train.answers': 'Answers of the chosen model',
  'train.askedAt': '{question}, asked at “{token}”',
  'train.column.question': 'question',
  'train.column.answer': 'answer',
  'train.column.sure': 'probability',
  'train.column.truth': 'truth',
  'train.column.head': 'head',
  'train.mute': 'What each head is good for',
  'train.muteHint':
    'Points of accuracy lost per question when that head alone is muted, measured on all test sentences. Press a head to mute it here and in the picture above.',
  'train.muteHead': 'Mute head {head}',
  'train.mutedScore': 'Without head {heads}: {now} of the sentences all right, {before} with it.',
  'train.spare': ({ heads, count }) =>
    Number(count) === 1
      ? `Head ${heads} is spare: muting it costs no question more than 1 point.`
      : `Heads ${heads} are spare: muting any one of them costs no question more than 1 point.`,
  'train.notMeasured': 'Measured whenever the training stands still.',
  'train.noSpare': 'No head is spare: each is missed by some question, by more than 1 point.',
  'train.norms': 'How much each head writes',
  'train.normsHint': 'Euclidean norm of each head’s rows of W_O while it learns, all on one scale.',
  'train.spread': 'Was it luck?',
  'train.spreadHint':
    'The same recipe from 8 seeds: other weights, other sentences. One mark for each seed, the stroke is their mean.',
  'train.spread.run': 'Run 8 seeds',
  'train.spread.again': 'Run them again',
  'train.spread.cancel': 'Cancel',
  'train.spread.progress': 'Models trained so far',
  'train.spread.running': '{done} of {total} models',
  'train.spread.failed': 'Stopped after {done} of {total} models: {message}',
  'train.spread.said': '{mean} [{low}, {high}]',
  'train.cheatTitle': 'How one head cheats',
  'train.cheatHint':
    'One softmax gives one average. A head can still look at several tiles at once and unmix their values afterwards, if d_model leaves room for it: with three questions and d_model 32, one head gets most sentences right, at d_model 16 it seldom does. Train both and compare.',
  'train.cheat': 'Set 3 questions, d_model 32',
  'train.keep': 'Keep it',
  'train.keepHint':
    'The chosen model as a safetensors file: its weights, and the recipe that made them.',
  'train.open': 'Open in the lab',
  'train.close': 'Back to the default model',
  'train.opened':
    'The lab shows your own model now: {task}, {heads} ({model}). Type with the words of its vocabulary; what only a whole encoder has stays empty.',
  'train.save': 'Save the model',
  'train.load': 'Load a model',
  'train.about': 'What is asked, the vocabulary, samples',
  'train.vocabulary': 'Vocabulary',
  'train.samples': 'Samples, never learned from',
  'train.questionOf': '{name} (the answer is at the {relation})',
  'train.about.tiles':
    'Eight tiles in a row, each with a value and a colour; one wears a ring, another a star. The last token carries a colour and must answer, in one look: {questions}. Token embeddings, one attention layer, a linear read-out: {parameters} weights, trained by the {module} module.',
  'train.about.english':
    'Sentences with a subject, a verb, an object and distractors. Asked at the word itself: {questions}. Token and position embeddings, one attention layer, a linear read-out: {parameters} weights, trained by the {module} module.',
};
