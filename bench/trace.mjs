import { playEpisode, stationary } from "@mulligan/core/simulate"; import { horizon } from "@mulligan/core/problem"; import { makePolicy } from "@mulligan/core"; import { stream } from "@mulligan/core/random"; import { table, armsOf } from "./laws.mjs";
const arms=armsOf(table.rare);
for (const seed of [1,2,3,4,5]) { const tau=1e5*1; let n=0,first; const by=new Map(); let spent=0; const t0=performance.now();
const r=playEpisode({environment:stationary(arms),policy:makePolicy("km-ts",{arms:["a"],horizon:tau,seed}),horizon:horizon(tau),trials:[stream(seed,"t")],resets:stream(seed,"r"),trace:(e)=>{n++; if(e.outcome.kind==="completed"&&first===undefined) first=[n,e.start]; by.set(e.cutoff,(by.get(e.cutoff)??0)+e.outcome.time);}});
console.log(seed,"reward",r.reward,"of",1000,"trials",r.trials,"first",first,(performance.now()-t0).toFixed(0)+"ms"); console.log([...by].sort((a,b)=>b[1]-a[1]).slice(0,6).map(([c,t])=>`${c.toPrecision(4)}:${t.toFixed(0)}`).join(" ")); }
