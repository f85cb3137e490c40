// Sounds made on the spot with WebAudio: short knocks of wood and a few tones; no files to load.

import { muted } from '../app/settings.svelte';

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'start' | 'low-time';

let context: AudioContext | undefined;

function audio(): AudioContext | undefined {
  if (typeof AudioContext === 'undefined') return undefined;
  context ??= new AudioContext();
  return context;
}

/** A decaying burst of filtered noise: wood on wood. */
function knock(at: AudioContext, delay: number, pitch: number, loudness: number): void {
  const length = Math.round(at.sampleRate * 0.06);
  const buffer = at.createBuffer(1, length, at.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let index = 0; index < length; index++) {
    samples[index] = (Math.random() * 2 - 1) * Math.exp((-6 * index) / length);
  }
  const source = new AudioBufferSourceNode(at, { buffer });
  const filter = new BiquadFilterNode(at, { type: 'bandpass', frequency: pitch, Q: 4 });
  source
    .connect(filter)
    .connect(new GainNode(at, { gain: loudness }))
    .connect(at.destination);
  source.start(at.currentTime + delay);
}

function tone(at: AudioContext, delay: number, pitch: number, seconds: number): void {
  const start = at.currentTime + delay;
  const gain = new GainNode(at, { gain: 0 });
  gain.gain.setValueAtTime(0, start);
  gain.gain.linearRampToValueAtTime(0.12, start + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.001, start + seconds);
  const oscillator = new OscillatorNode(at, { frequency: pitch, type: 'triangle' });
  oscillator.connect(gain).connect(at.destination);
  oscillator.start(start);
  oscillator.stop(start + seconds);
}

const SCORES: Record<Sound, (at: AudioContext) => void> = {
  move: (at) => knock(at, 0, 900, 1.2),
  capture: (at) => {
    knock(at, 0, 600, 1.6);
    knock(at, 0.05, 1100, 0.8);
  },
  check: (at) => {
    knock(at, 0, 900, 1.2);
    tone(at, 0.03, 660, 0.18);
  },
  start: (at) => {
    tone(at, 0, 392, 0.2);
    tone(at, 0.12, 523, 0.3);
  },
  end: (at) => {
    tone(at, 0, 523, 0.25);
    tone(at, 0.15, 392, 0.25);
    tone(at, 0.3, 330, 0.45);
  },
  'low-time': (at) => tone(at, 0, 880, 0.12),
};

export function play(sound: Sound): void {
  if (muted.value) return;
  const at = audio();
  // Browsers keep audio suspended until the first click; a sound before it is simply not heard.
  if (at?.state === 'running') SCORES[sound](at);
  else void at?.resume();
}

/** The sound a move makes, by its notation. */
export function soundOf(san: string): Sound {
  if (san.endsWith('#') || san.endsWith('+')) return 'check';
  return san.includes('x') ? 'capture' : 'move';
}
