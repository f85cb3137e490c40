//! Any bytes as a net: either one that can be written, read again and searched with, or a refusal. Under the fuzzer the
//! hash is not looked at, which no random input would get past.

#![no_main]

use hetman_eval::{AnyEvaluator, Evaluator, Net, Network};
use hetman_rules::{AnyPosition, with_position};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(network) = Network::from_bytes(bytes) {
        assert_eq!(Network::from_bytes(&network.to_bytes()).as_ref(), Ok(&network));
        with_position!(&AnyPosition::start(network.variant()), position => network.evaluate(position));
        return;
    }
    let Ok((net, learner)) = Net::from_bytes(bytes) else { return };
    let (again, same_learner) = Net::from_bytes(&net.to_bytes(&learner)).expect("a written net can be read");
    assert_eq!(again, net);
    assert_eq!(same_learner, learner);
    assert_eq!(net.parameter_names().len(), net.model().parameters().len());
    let exact = AnyEvaluator::exact(net.clone());
    with_position!(&AnyPosition::start(net.variant()), position => {
        net.evaluate(position);
        exact.evaluate(position);
    });
});
