//! A kind that an experiment names, with the numbers it gives it: `model.linear = { omega = 1.0 }`.

use std::fmt;
use std::marker::PhantomData;

use hetman_eval::model::{self, ModelKind};
use hetman_learn::{OptimiserKind, optimisers};
use hetman_parameters::{Configurable, Parameter, Registry, Settings, Value};
use hetman_rules::Quote;
use serde::de::{Deserialize, DeserializeSeed, Deserializer, Error, MapAccess, Visitor};

/// A kind and its settings.
pub struct Chosen<K: ?Sized + 'static> {
    pub kind: &'static K,
    pub settings: Settings,
}

/// What learns.
pub type ModelChoice = Chosen<dyn ModelKind>;
/// How far the weights follow the temporal differences.
pub type OptimiserChoice = Chosen<dyn OptimiserKind>;

/// Kinds that are listed somewhere.
pub trait Listed: Configurable {
    /// What they are called together.
    const WHAT: &'static str;

    fn registry() -> &'static Registry<Self>;
}

impl Listed for dyn ModelKind {
    const WHAT: &'static str = "model";

    fn registry() -> &'static Registry<dyn ModelKind> {
        model::registry()
    }
}

impl Listed for dyn OptimiserKind {
    const WHAT: &'static str = "step";

    fn registry() -> &'static Registry<dyn OptimiserKind> {
        optimisers()
    }
}

impl<K: Configurable + ?Sized> Chosen<K> {
    fn values(&self) -> impl Iterator<Item = Option<Value>> {
        self.kind.parameters().iter().map(|parameter| self.settings.get(parameter.key))
    }
}

impl<K: ?Sized> Clone for Chosen<K> {
    fn clone(&self) -> Chosen<K> {
        Chosen { kind: self.kind, settings: self.settings.clone() }
    }
}

/// A value that is given and the same value left out are the same choice.
impl<K: Configurable + ?Sized> PartialEq for Chosen<K> {
    fn eq(&self, other: &Chosen<K>) -> bool {
        self.kind.name() == other.kind.name() && self.values().eq(other.values())
    }
}

impl<K: Configurable + ?Sized> fmt::Debug for Chosen<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.kind.name(), self.settings)
    }
}

impl<'de, K: Listed + ?Sized> Deserialize<'de> for Chosen<K> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Chosen<K>, D::Error> {
        deserializer.deserialize_map(KindVisitor(PhantomData))
    }
}

/// Reads a table with one key, the kind's name.
struct KindVisitor<K: ?Sized + 'static>(PhantomData<&'static K>);

impl<'de, K: Listed + ?Sized> Visitor<'de> for KindVisitor<K> {
    type Value = Chosen<K>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "one of {}, with a table of its settings", K::registry().names().join(", "))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Chosen<K>, A::Error> {
        let what = K::WHAT;
        let one = || A::Error::custom(format!("give one {what}: {}", K::registry().names().join(", ")));
        let name: String = map.next_key()?.ok_or_else(one)?;
        let settings = map.next_value_seed(KindSeed(K::registry(), &name))?;
        if map.next_key::<String>()?.is_some() {
            return Err(one());
        }
        Ok(settings)
    }
}

/// Reads the settings of the kind with a name.
struct KindSeed<'n, K: ?Sized + 'static>(&'static Registry<K>, &'n str);

impl<'de, K: Listed + ?Sized> DeserializeSeed<'de> for KindSeed<'_, K> {
    type Value = Chosen<K>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Chosen<K>, D::Error> {
        let unknown = || {
            let known: Vec<String> = self.0.names().iter().map(|name| format!("'{name}'")).collect();
            D::Error::custom(format!(
                "unknown {} '{}', expected one of {}",
                K::WHAT,
                Quote::from(self.1),
                known.join(", ")
            ))
        };
        let kind = self.0.find(self.1).ok_or_else(unknown)?;
        let settings = deserializer.deserialize_map(SettingsVisitor(kind.parameters()))?;
        settings.check_complete().map_err(D::Error::custom)?;
        Ok(Chosen { kind, settings })
    }
}

/// Reads a table of settings, each where it stands.
struct SettingsVisitor(&'static [Parameter]);

impl<'de> Visitor<'de> for SettingsVisitor {
    type Value = Settings;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a table of settings")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Settings, A::Error> {
        let mut settings = Settings::none(self.0);
        while let Some(key) = map.next_key::<String>()? {
            map.next_value_seed(ValueSeed(&mut settings, &key))?;
        }
        Ok(settings)
    }
}

struct ValueSeed<'s>(&'s mut Settings, &'s str);

impl<'de> DeserializeSeed<'de> for ValueSeed<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        let value = match toml::Value::deserialize(deserializer)? {
            toml::Value::Boolean(is_set) => Value::Flag(is_set),
            toml::Value::Integer(number) => Value::Integer(number),
            toml::Value::Float(number) => Value::Number(number),
            toml::Value::String(text) => Value::Text(text),
            // Lists are texts to the forms.
            other => Value::Text(other.to_string()),
        };
        self.0.set(self.1, value).map_err(D::Error::custom)
    }
}
