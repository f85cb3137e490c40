// Every request the pages make, typed by the server's own declarations. Errors arrive as the sentence the server wrote.

import type {
  About,
  Analysis,
  AnalysisStarted,
  AnalysisWish,
  BookAdded,
  BookList,
  Checked,
  CollectionImported,
  CollectionList,
  Course,
  CourseList,
  EndgameList,
  EndgameProbe,
  EndgameProbeWish,
  EndgameTable,
  EndgameWish,
  Evaluation,
  EvaluateWish,
  Experiment,
  ExperimentLine,
  ExperimentList,
  ExplainWish,
  Explanation,
  Features,
  FeaturesWish,
  Game,
  GameCreated,
  GameImport,
  GameList,
  Improvement,
  ImprovementList,
  ImprovementWish,
  Lesson,
  LessonList,
  LessonNode,
  LessonWish,
  Net,
  NetList,
  NewBook,
  NewCollection,
  NewExperiment,
  NewGame,
  NewTournament,
  OfferWish,
  Parameter,
  Player,
  PositionView,
  PositionWish,
  Preset,
  RandomPositionWish,
  KeptGame,
  RecordList,
  SuiteList,
  SuiteRun,
  SuiteWish,
  Text,
  Tournament,
  TournamentLine,
  TournamentList,
  Weights,
} from '../wire';

/** A request that the server refused, in its own words. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

type Method = 'GET' | 'POST' | 'DELETE';

interface Options {
  body?: unknown;
  /** Secrets of the seats this browser holds. */
  seats?: string[];
}

async function request<Answer>(method: Method, path: string, options: Options = {}): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (method === 'POST') headers['Content-Type'] = 'application/json';
  if (options.seats && options.seats.length > 0) headers['Hetman-Seat'] = options.seats.join(',');
  const response = await send(path, {
    method,
    headers,
    ...(method === 'POST' ? { body: JSON.stringify(options.body ?? {}) } : {}),
  });
  if (!response.ok) throw new Refused(await reasonOf(response), response.status);
  const text = await response.text();
  return (text === '' ? undefined : JSON.parse(text)) as Answer;
}

async function send(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch {
    throw new Refused('The studio does not answer. Is it still running?', 0);
  }
}

async function reasonOf(response: Response): Promise<string> {
  const text = await response.text();
  try {
    const { error } = JSON.parse(text) as { error?: string };
    return error ?? text;
  } catch {
    return text === '' ? `The studio refused this (${response.status}).` : text;
  }
}

function query(values: Record<string, string | number | undefined>): string {
  const set = Object.entries(values).filter(([, value]) => value !== undefined && value !== '');
  return set.length === 0
    ? ''
    : `?${new URLSearchParams(set.map(([key, value]) => [key, String(value)])).toString()}`;
}

const part = encodeURIComponent;

export const api = {
  about: () => request<About>('GET', '/api/about'),
  players: (variant: string) => request<Player[]>('GET', `/api/players${query({ variant })}`),
  presets: () => request<Preset[]>('GET', '/api/presets'),

  games: () => request<GameList>('GET', '/api/games'),
  newGame: (wish: NewGame) => request<GameCreated>('POST', '/api/games', { body: wish }),
  importGame: (wish: GameImport) => request<GameCreated>('POST', '/api/games/import', { body: wish }),
  game: (id: string, seats: string[]) => request<Game>('GET', `/api/games/${part(id)}`, { seats }),
  gameText: (id: string) => request<Text>('GET', `/api/games/${part(id)}/pgn`),
  deleteGame: (id: string, seats: string[]) =>
    request<undefined>('DELETE', `/api/games/${part(id)}`, { seats }),
  move: (id: string, uci: string, version: number | null, seats: string[]) =>
    request<Game>('POST', `/api/games/${part(id)}/move`, { body: { uci, version }, seats }),
  gameAction: (id: string, action: GameAction, seats: string[], body: unknown = {}) =>
    request<Game>('POST', `/api/games/${part(id)}/${action}`, { body, seats }),
  gameDelay: (id: string, delay_ms: number, seats: string[]) =>
    request<Game>('POST', `/api/games/${part(id)}/delay`, { body: { delay_ms }, seats }),
  offer: (id: string, wish: OfferWish, seats: string[]) =>
    request<Game>('POST', `/api/games/${part(id)}/offer`, { body: wish, seats }),

  position: (wish: PositionWish) => request<PositionView>('POST', '/api/position', { body: wish }),
  randomPosition: (wish: RandomPositionWish) =>
    request<PositionView>('POST', '/api/position/random', { body: wish }),
  features: (wish: FeaturesWish) => request<Features>('POST', '/api/position/features', { body: wish }),
  explain: (wish: ExplainWish) => request<Explanation>('POST', '/api/position/explain', { body: wish }),
  evaluate: (wish: EvaluateWish) => request<Evaluation>('POST', '/api/position/evaluate', { body: wish }),
  courses: (variant: string) => request<CourseList>('GET', `/api/courses${query({ variant })}`),
  course: (id: string) => request<Course>('GET', `/api/courses/${part(id)}`),
  startAnalysis: (wish: AnalysisWish) => request<AnalysisStarted>('POST', '/api/analysis', { body: wish }),
  analysis: (id: string) => request<Analysis>('GET', `/api/analysis/${part(id)}`),
  stopAnalysis: (id: string) => request<undefined>('DELETE', `/api/analysis/${part(id)}`),

  endgames: () => request<EndgameList>('GET', '/api/endgames'),
  buildEndgame: (wish: EndgameWish) => request<EndgameTable>('POST', '/api/endgames', { body: wish }),
  endgameAction: (id: string, action: string) =>
    request<EndgameTable>('POST', `/api/endgames/${part(id)}/${action}`),
  deleteEndgame: (id: string) => request<undefined>('DELETE', `/api/endgames/${part(id)}`),
  probeEndgame: (wish: EndgameProbeWish) =>
    request<EndgameProbe>('POST', '/api/endgames/probe', { body: wish }),
  improvements: () => request<ImprovementList>('GET', '/api/improvements'),
  newImprovement: (wish: ImprovementWish) =>
    request<Improvement>('POST', '/api/improvements', { body: wish }),
  improvementAction: (id: string, action: string) =>
    request<Improvement>('POST', `/api/improvements/${part(id)}/${action}`),
  deleteImprovement: (id: string) => request<undefined>('DELETE', `/api/improvements/${part(id)}`),
  lessons: () => request<LessonList>('GET', '/api/lessons'),
  newLesson: (wish: LessonWish) => request<Lesson>('POST', '/api/lessons', { body: wish }),
  lessonAction: (id: string, action: string) => request<Lesson>('POST', `/api/lessons/${part(id)}/${action}`),
  deleteLesson: (id: string) => request<undefined>('DELETE', `/api/lessons/${part(id)}`),
  lessonNode: (id: string, answers: readonly number[]) =>
    request<LessonNode>('GET', `/api/lessons/${part(id)}/tree${query({ answers: answers.join('.') })}`),
  lessonFile: (id: string) => `/api/lessons/${part(id)}/file`,

  schema: () => request<Parameter[]>('GET', '/api/experiments/schema'),
  experiments: () => request<ExperimentList>('GET', '/api/experiments'),
  experiment: (id: string) => request<Experiment>('GET', `/api/experiments/${part(id)}`),
  weights: (id: string) => request<Weights>('GET', `/api/experiments/${part(id)}/weights`),
  newExperiment: (wish: NewExperiment) => request<ExperimentLine>('POST', '/api/experiments', { body: wish }),
  checkExperiment: (wish: NewExperiment) =>
    request<Checked>('POST', '/api/experiments/check', { body: wish }),
  experimentAction: (id: string, action: string) =>
    request<ExperimentLine>('POST', `/api/experiments/${part(id)}/${action}`),
  experimentDelay: (id: string, delay_ms: number) =>
    request<undefined>('POST', `/api/experiments/${part(id)}/delay`, { body: { delay_ms } }),
  deleteExperiment: (id: string) => request<undefined>('DELETE', `/api/experiments/${part(id)}`),
  experimentFile: (id: string, file: string) => `/api/experiments/${part(id)}/${file}`,

  tournaments: () => request<TournamentList>('GET', '/api/tournaments'),
  tournament: (id: string) => request<Tournament>('GET', `/api/tournaments/${part(id)}`),
  newTournament: (wish: NewTournament) => request<TournamentLine>('POST', '/api/tournaments', { body: wish }),
  tournamentAction: (id: string, action: string) =>
    request<TournamentLine>('POST', `/api/tournaments/${part(id)}/${action}`),
  deleteTournament: (id: string) => request<undefined>('DELETE', `/api/tournaments/${part(id)}`),
  tournamentFile: (id: string) => `/api/tournaments/${part(id)}/pgn`,

  nets: () => request<NetList>('GET', '/api/nets'),
  net: (id: string) => request<Net>('GET', `/api/nets/${part(id)}`),
  records: (filter: RecordFilter) => request<RecordList>('GET', `/api/records${query({ ...filter })}`),
  record: (id: string) => request<KeptGame>('GET', `/api/records/${part(id)}`),
  collections: () => request<CollectionList>('GET', '/api/collections'),
  importGames: (wish: NewCollection) =>
    request<CollectionImported>('POST', '/api/collections', { body: wish }),
  deleteCollection: (id: string) => request<undefined>('DELETE', `/api/collections/${part(id)}`),
  books: () => request<BookList>('GET', '/api/books'),
  addBook: (wish: NewBook) => request<BookAdded>('POST', '/api/books', { body: wish }),
  deleteBook: (id: string) => request<undefined>('DELETE', `/api/books/${part(id)}`),
  suites: () => request<SuiteList>('GET', '/api/suites'),
  runSuite: (wish: SuiteWish) => request<SuiteRun>('POST', '/api/suites/runs', { body: wish }),
  stopSuite: (id: string) => request<undefined>('POST', `/api/suites/runs/${part(id)}/stop`),
  netFile: (id: string) => `/api/nets/${part(id)}/file`,
};

export type GameAction = 'undo' | 'redo' | 'pause' | 'continue' | 'resign' | 'claim' | 'answer';

export interface RecordFilter {
  variant?: string;
  player?: string;
  result?: string;
  origin?: string;
  text?: string;
  page?: number;
}
