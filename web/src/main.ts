// The beginning: style sheets, then the frame.

import { mount } from 'svelte';
import '@lichess-org/chessground/assets/chessground.base.css';
import '@lichess-org/chessground/assets/chessground.cburnett.css';
import './design/tokens.css';
import './design/base.css';
import './design/layout.css';
import './design/board.css';
import Frame from './app/Frame.svelte';

const target = document.getElementById('app');
if (!target) throw new Error('index.html has no element #app');
mount(Frame, { target });
